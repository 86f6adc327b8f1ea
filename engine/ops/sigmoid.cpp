// sigmoid.cpp: squashes a value between 0 and 1: how far a gate is open.
#include <cmath>

#include "engine/ops/efficient.h"
#include "engine/ops/gradients.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

class SigmoidSlope final : public SlopeOperation {
 protected:
  double slope(double x) const override {
    const double open = 1 / (1 + std::exp(-x));
    return open * (1 - open);
  }
  std::string_view function() const override { return "σ"; }
};

class Sigmoid final : public Operation {
 public:
  std::string_view name() const override { return "sigmoid"; }
  Layout layout() const override { return Layout::kElementwise; }
  bool is_signed() const override { return false; }

  FormulaTemplate formulas(size_t /*inputs*/) const override { return "$out = \\frac{1}{1 + e^{−$0}}"; }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out = (1 / (1 + (-inputs[0].array()).exp())).matrix();
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kRule;
    Term term;
    term.left = trace.at(stage.inputs[0], row, column);
    term.left_cell = {stage.inputs[0], row, column};
    term.value = 1 / (1 + std::exp(-term.left));
    explanation.terms.push_back(term);
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.note = "note.gate";
    explanation.result = term.value;
    explanation.magnitude = 1;
    return explanation;
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    return {std::make_shared<SigmoidSlope>(), {Backward::kGradient, 0}};
  }
};

}  // namespace

OperationPtr sigmoid() {
  static const OperationPtr kOnly = std::make_shared<Sigmoid>();
  return kOnly;
}

}  // namespace engine
