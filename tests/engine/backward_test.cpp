// Every operation of the table carries gradients back as central differences say, or says why it cannot.
#include "engine/core/backward.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "engine/gradients/gradient_stages.h"
#include "tests/engine/explain_cases.h"

namespace engine {
namespace {

// The last stage of a sample by itself: its operation, and what it reads.
struct LastStage {
  explicit LastStage(const Sample& sample) : trace(run_sample(sample)) {
    const Stage& last = trace->stages().back();
    operation = last.operation;
    for (const int input : last.inputs) {
      const Stage& read = trace->stage(input);
      shapes.push_back(read.shape());
      inputs.push_back(trace->read(input, 0, 0, read.rows, read.columns));
    }
    result = apply(inputs);
  }

  Matrix apply(const std::vector<Matrix>& numbers) const {
    std::vector<ConstView> views;
    for (const Matrix& matrix : numbers) views.push_back(whole(matrix));
    Matrix out(trace->stages().back().rows, trace->stages().back().columns);
    operation->forward(views, whole(out));
    return out;
  }

  std::shared_ptr<const Trace> trace;
  OperationPtr operation;
  std::vector<Shape> shapes;
  std::vector<Matrix> inputs;
  Matrix result;
};

Matrix gradient_by_rule(const LastStage& last, const Backward& back, const Matrix& gradient, size_t input) {
  std::vector<ConstView> operands;
  for (const int operand : back.operands) {
    operands.push_back(operand == Backward::kGradient ? whole(gradient)
                       : operand == Backward::kResult ? whole(last.result)
                                                      : whole(last.inputs.at(static_cast<size_t>(operand))));
  }
  Matrix made(last.shapes[input].rows, last.shapes[input].columns);
  back.operation->forward(operands, whole(made));
  return made;
}

// The sum of gradient ∘ result, where the result is a number.
double weighed(const Matrix& gradient, const Matrix& result) {
  double sum = 0;
  for (Index i = 0; i < result.size(); ++i) {
    if (std::isfinite(result.data()[i])) sum += double{gradient.data()[i]} * double{result.data()[i]};
  }
  return sum;
}

Matrix gradient_by_differences(const LastStage& last, const Matrix& gradient, size_t input) {
  Matrix made = Matrix::Zero(last.shapes[input].rows, last.shapes[input].columns);
  for (Index i = 0; i < made.size(); ++i) {
    constexpr float kStep = 1e-2F;
    std::vector<Matrix> above = last.inputs;
    std::vector<Matrix> below = last.inputs;
    if (!std::isfinite(above[input].data()[i])) continue;
    above[input].data()[i] += kStep;
    below[input].data()[i] -= kStep;
    const double rise = weighed(gradient, last.apply(above)) - weighed(gradient, last.apply(below));
    made.data()[i] = static_cast<float>(rise / (2 * double{kStep}));
  }
  return made;
}

TEST(Backward, OfEveryOperationIsWhatCentralDifferencesSay) {
  for (const OperationRow& row : operation_table()) {
    const LastStage last(row.sample());
    const Matrix gradient = drawn(last.result.rows(), last.result.cols(), "gradient");
    for (size_t input = 0; input < last.inputs.size(); ++input) {
      const Backward back = last.operation->backward(input, last.shapes);
      const std::string name = std::string(row.name) + ", input " + std::to_string(input);
      if (!back.operation) {
        EXPECT_FALSE(back.reason.empty()) << name << " has neither a gradient nor a reason";
        continue;
      }
      const Matrix made = gradient_by_rule(last, back, gradient, input);
      const Matrix expected = gradient_by_differences(last, gradient, input);
      const float scale = expected.cwiseAbs().maxCoeff();
      for (Index i = 0; i < made.size(); ++i) {
        if (!std::isfinite(last.inputs[input].data()[i])) continue;
        EXPECT_NEAR(made.data()[i], expected.data()[i], 1e-2 * scale + 1e-6) << name << ", number " << i;
      }
    }
  }
}

// Cells of the gradients whose explanation is another number than theirs; says which was the first.
int disagreements(const Trace& trace, int from, std::string& first) {
  int count = 0;
  for (int index = from; index < trace.size(); ++index) {
    const Stage& stage = trace.stage(index);
    for (Index row = 0; row < stage.rows; ++row) {
      for (Index column = 0; column < stage.columns; ++column) {
        const double made = trace.at(index, row, column);
        const Explanation explained = trace.explain(index, row, column);
        const bool same = std::abs(explained.result - made) <=
                          1e-5 * explained.magnitude + double{std::numeric_limits<float>::min()};
        if (same && !explained.formula.empty()) continue;
        if (++count > 1) continue;
        first = stage.address + " (" + std::to_string(row) + ", " + std::to_string(column) + "): gradient " +
                std::to_string(made) + ", explained " + std::to_string(explained.result);
      }
    }
  }
  return count;
}

// What a number that is not 0 depends on most: the last stage that has any.
Cell target_of(const Trace& trace) {
  const Stage& last = trace.stages().back();
  return {trace.size() - 1, last.rows - 1, last.columns / 2};
}

TEST(Backward, ExplainsEveryCellOfEveryGradient) {
  for (const ExplainCase& example : all_cases()) {
    const auto trace = with_gradients(*example.trace, target_of(*example.trace));
    std::string first;
    EXPECT_EQ(disagreements(*trace, example.trace->size(), first), 0) << example.name << ": " << first;
  }
}

}  // namespace
}  // namespace engine
