// difference.cpp: the effect of a change: the second stage minus the first, elementwise.
#include <cmath>

#include "engine/ops/gradients.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

// Hidden in both (−∞) is no difference; −∞ against a finite value is an infinite one.
template <class Number>
Number gap(Number a, Number b) {
  return a == b ? Number{0} : b - a;
}

// For an infinite difference, the note that tells which side hides the cell.
std::string_view note_of(double a, double b) {
  if (a == b) return "note.hidden_in_both";
  return std::isinf(b) ? "note.hidden_in_b" : "note.hidden_in_a";
}

class Difference final : public Operation {
 public:
  std::string_view name() const override { return "difference"; }
  Layout layout() const override { return Layout::kElementwise; }
  std::string_view sign() const override { return "−"; }
  bool is_drawn_backwards() const override { return true; }

  FormulaTemplate formulas(size_t /*inputs*/) const override { return {"$out = $1 − $0", "$out = $1 − $0"}; }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out = inputs[0].binaryExpr(inputs[1], [](float a, float b) { return gap(a, b); });
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSum;
    const Cell first{stage.inputs[0], row, column};
    const Cell second{stage.inputs[1], row, column};
    const double a = trace.at(first.stage, row, column);
    const double b = trace.at(second.stage, row, column);
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.terms = {{.left = b, .value = b, .left_cell = second},
                         {.left = a, .right = -1, .has_right = true, .value = -a, .left_cell = first}};
    explanation.result = gap(a, b);
    explanation.magnitude = std::abs(a) + std::abs(b);
    if (std::isinf(a) || std::isinf(b)) {
      explanation.arithmetic = Arithmetic::kRule;
      explanation.note = note_of(a, b);
      explanation.magnitude = 0;  // exact: nothing is rounded
    }
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> /*inputs*/) const override {
    if (input == 1) return passes("note.gradient_of_sum");
    return {times(-1), {Backward::kGradient}};
  }
};

}  // namespace

OperationPtr difference() {
  static const OperationPtr kOnly = std::make_shared<Difference>();
  return kOnly;
}

}  // namespace engine
