// add.cpp: adds stages of the same shape, elementwise. The sum of a single stage is that stage.
#include <cmath>

#include "engine/kernels/row_kernels.h"
#include "engine/ops/gradients.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

class Add final : public Operation {
 public:
  std::string_view name() const override { return "add"; }
  Layout layout() const override { return Layout::kElementwise; }
  bool follows_rows(size_t /*input*/) const override { return true; }
  Growth growth() const override { return Growth::kOperands; }

  FormulaTemplate formulas(size_t inputs) const override {
    std::string sum = "$out = $0";
    for (size_t input = 1; input < inputs; ++input) sum += " + $" + std::to_string(input);
    return sum;
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    if (inputs.size() < 2) {
      out = inputs[0];
      return;
    }
    const auto& rows = kernels::row_kernels();
    for (Index row = 0; row < out.rows(); ++row) {
      float* const sum = out.row(row).data();
      rows.add(inputs[0].row(row).data(), inputs[1].row(row).data(), sum, out.cols());
      for (const ConstView& input : inputs.subspan(2)) rows.add_to(input.row(row).data(), sum, out.cols());
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSum;
    for (const int input : stage.inputs) {
      Term term;
      term.left = trace.at(input, row, column);
      term.left_cell = {input, row, column};
      term.value = term.left;
      explanation.terms.push_back(term);
      explanation.result += term.value;
      explanation.magnitude += std::abs(term.value);
    }
    explanation.formula = formula_of_cell(stage, row, column);
    return explanation;
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    return passes("note.gradient_of_sum");
  }
};

}  // namespace

OperationPtr add() {
  static const OperationPtr kOnly = std::make_shared<Add>();
  return kOnly;
}

}  // namespace engine
