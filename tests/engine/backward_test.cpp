// Every operation of the table carries gradients back as central differences say, or says why it cannot.
#include "engine/core/backward.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "engine/gradients/gradient_stages.h"
#include "engine/ops/efficient.h"
#include "engine/ops/relatives.h"
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

void expect_central_differences(std::string_view operation, const Sample& sample) {
  const LastStage last(sample);
  const Matrix gradient = drawn(last.result.rows(), last.result.cols(), "gradient");
  for (size_t input = 0; input < last.inputs.size(); ++input) {
    const Backward back = last.operation->backward(input, last.shapes);
    const std::string name = std::string(operation) + ", input " + std::to_string(input);
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

TEST(Backward, OfEveryOperationIsWhatCentralDifferencesSay) {
  for (const OperationRow& row : operation_table()) expect_central_differences(row.name, row.sample());
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

// An operation over drawn inputs of these shapes.
Sample sample_of_drawn(OperationPtr operation, const std::vector<Shape>& inputs, const Shape& result) {
  Sample sample;
  SampleStage last{.operation = std::move(operation), .inputs = {}, .shape = result};
  for (const Shape& shape : inputs) {
    last.inputs.push_back(static_cast<int>(sample.size()));
    sample.push_back({.operation = nullptr, .inputs = {}, .shape = shape});
  }
  sample.push_back(std::move(last));
  return sample;
}

// What the table's samples leave out: strides, gaps, windows that overlap or leave rows out, one query.
std::vector<Sample> samples_of_relatives() {
  const KernelOffsets strided{.kernel = 4, .stride = 2, .causal = false};
  const KernelOffsets gaps{.kernel = 3, .dilation = 2};
  const KernelOffsets sparse{.kernel = 1, .stride = 3};
  const KernelOffsets overlapping{.kernel = 3, .causal = false};
  return {sample_of_drawn(convolution(strided), {{7, 2}, {12, 2}}, {4, 3}),
          sample_of_drawn(convolution(gaps), {{7, 2}, {9, 2}}, {7, 3}),
          sample_of_drawn(convolution(sparse), {{7, 2}, {3, 2}}, {3, 3}),
          sample_of_drawn(pool(overlapping, Pooling::kMax), {{7, 3}}, {7, 3}),
          sample_of_drawn(pool(overlapping, Pooling::kMean), {{7, 3}}, {7, 3}),
          sample_of_drawn(pool(strided, Pooling::kMean), {{7, 3}}, {4, 3}),
          sample_of_drawn(recurrence(false), {{5, 3}, {3, 3}}, {5, 3}),
          sample_of_drawn(recurrence(true), {{5, 3}, {3, 3}}, {5, 3}),
          sample_of_drawn(additive_scores(), {{3, 4}, {5, 4}, {1, 4}}, {3, 5}),
          sample_of_drawn(flow(), {{4, 4}, {4, 4}}, {4, 4}),
          sample_of_drawn(flow(1), {{4, 4}, {4, 4}}, {1, 4}),
          sample_of_drawn(kernel_lengths(), {{9, 2}}, {3, 3}),
          sample_of_drawn(kernel_map(strided), {{3, 4}}, {4, 7}),
          sample_of_drawn(mean_by_offset({2, 4, 6}), {{3, 7}}, {7, 1})};
}

// A sample whose result is read on by all that there is of it, so that a target's gradient is nowhere 0.
Sample read_whole(Sample sample) {
  const Shape result = sample.back().shape;
  const int last = static_cast<int>(sample.size()) - 1;
  sample.push_back({.operation = nullptr, .inputs = {}, .shape = {2, result.columns}});
  sample.push_back({.operation = linear(), .inputs = {last, last + 1}, .shape = {result.rows, 2}});
  sample.push_back({.operation = nullptr, .inputs = {}, .shape = {result.rows, 2}});
  sample.push_back({.operation = summary(), .inputs = {last + 2, last + 3}, .shape = {2, 2}});
  return sample;
}

TEST(Backward, OfTheRelativesIsRightInEverySetting) {
  for (const Sample& sample : samples_of_relatives()) {
    const std::string name(sample.back().operation->name());
    expect_central_differences(name, sample);
    const auto trace = run_sample(read_whole(sample));
    const auto with = with_gradients(*trace, target_of(*trace));
    std::string first;
    EXPECT_EQ(disagreements(*with, trace->size(), first), 0) << name << ": " << first;
  }
}

}  // namespace
}  // namespace engine
