// multiply.cpp: multiplies elementwise: a gate that passes as much as it says.
// Shazeer 2020 (2002.05202): the ⊗ of gated feed-forward layers.
#include <cmath>

#include "engine/ops/gradients.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

class Multiply final : public Operation {
 public:
  std::string_view name() const override { return "multiply"; }
  Layout layout() const override { return Layout::kElementwise; }
  bool follows_rows(size_t /*input*/) const override { return true; }
  std::string_view sign() const override { return "×"; }

  FormulaTemplate formulas(size_t /*inputs*/) const override { return {"$out = $0 ⊙ $1", "$out = $0 · $1"}; }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out = inputs[0].cwiseProduct(inputs[1]);
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kProduct;
    Term term;
    term.left = trace.at(stage.inputs[0], row, column);
    term.right = trace.at(stage.inputs[1], row, column);
    term.has_right = true;
    term.value = term.left * term.right;
    term.left_cell = {stage.inputs[0], row, column};
    term.right_cell = {stage.inputs[1], row, column};
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.terms.push_back(term);
    explanation.result = term.value;
    explanation.magnitude = std::abs(term.value);
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> /*inputs*/) const override {
    return {multiply_numbers(), {Backward::kGradient, input == 0 ? 1 : 0}};
  }
};

}  // namespace

OperationPtr multiply_numbers() {
  static const OperationPtr kOnly = std::make_shared<Multiply>();
  return kOnly;
}

}  // namespace engine
