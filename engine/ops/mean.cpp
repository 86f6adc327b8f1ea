// mean.cpp: the elementwise average of stages of the same shape: what several heads do on average.
#include <cmath>

#include "engine/core/parameter_operation.h"
#include "engine/ops/gradients.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

class Average final : public ParameterOperation<bool> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "mean"; }
  Layout layout() const override { return Layout::kElementwise; }
  bool is_signed() const override { return parameters(); }

  FormulaTemplate formulas(size_t inputs) const override {
    std::string sum = "$0";
    if (inputs > 1) sum += (inputs > 2 ? " + … + $" : " + $") + std::to_string(inputs - 1);
    return "$out = \\frac{" + sum + "}{" + std::to_string(inputs) + "}";
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out = inputs[0];
    for (const ConstView& input : inputs.subspan(1)) out += input;
    out /= static_cast<float>(inputs.size());
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kQuotient;
    const auto count = static_cast<double>(stage.inputs.size());
    for (const int input : stage.inputs) {
      Term term;
      term.left = trace.at(input, row, column);
      term.left_cell = {input, row, column};
      term.value = term.left / count;
      explanation.terms.push_back(term);
      explanation.result += term.value;
      explanation.magnitude += std::abs(term.value);
    }
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.quantities.push_back({"quantity.averaged", count});
    return explanation;
  }

  Backward backward(size_t /*input*/, std::span<const Shape> inputs) const override {
    return {times(1.0 / static_cast<double>(inputs.size())), {Backward::kGradient}};
  }
};

}  // namespace

OperationPtr mean(bool is_signed) {
  return std::make_shared<Average>(is_signed);
}

}  // namespace engine
