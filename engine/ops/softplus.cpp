// softplus.cpp: a smooth way from 0 to x. Dugas et al. 2001.
#include <algorithm>
#include <cmath>

#include "engine/core/trace.h"
#include "engine/ops/drawing.h"
#include "engine/ops/gradients.h"

namespace engine {
namespace {

// Without overflow where x is large.
double plus_of(double x) {
  return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x)));
}

class SoftplusSlope final : public SlopeOperation {
 protected:
  double slope(double x) const override { return 1 / (1 + std::exp(-x)); }
  std::string_view function() const override { return "\\mathrm{softplus}"; }
};

class Softplus final : public Operation {
 public:
  std::string_view name() const override { return "softplus"; }
  Layout layout() const override { return Layout::kElementwise; }
  bool keeps_scale() const override { return false; }
  bool follows_rows(size_t /*input*/) const override { return true; }
  bool is_signed() const override { return false; }
  bool makes_shares() const override { return false; }

  FormulaTemplate formulas(size_t /*inputs*/) const override { return "$out = \\mathrm{ln}(1 + e^{$0})"; }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out = inputs[0].unaryExpr([](float x) { return static_cast<float>(plus_of(double{x})); });
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kRule;
    Term term;
    term.left = trace.at(stage.inputs[0], row, column);
    term.left_cell = {stage.inputs[0], row, column};
    term.value = plus_of(term.left);
    explanation.terms.push_back(term);
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.note = "note.softplus";
    explanation.result = term.value;
    explanation.magnitude = std::max(1.0, term.value);
    return explanation;
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    return {std::make_shared<SoftplusSlope>(), {Backward::kGradient, 0}};
  }
};

}  // namespace

OperationPtr softplus() {
  static const OperationPtr kOnly = std::make_shared<Softplus>();
  return kOnly;
}

}  // namespace engine
