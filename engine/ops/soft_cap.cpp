// soft_cap.cpp: bounds scores or logits by a cap, and leaves small ones nearly unchanged. Gemma 2
// (2408.00118), sec. 2; after Bello et al. 2016 (1611.09940), sec. 4.
#include <cmath>

#include "engine/core/formula.h"
#include "engine/core/parameter_operation.h"
#include "engine/ops/gradients.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

// The slope of the cap: 1 − (result / C)².
class SoftCapSlope final : public ParameterOperation<double, SlopeOperation> {
 public:
  using ParameterOperation::ParameterOperation;

 protected:
  double slope(double x) const override {
    const double part = std::tanh(x / parameters());
    return 1 - part * part;
  }
  std::string_view function() const override { return "cap"; }
};

class SoftCap final : public ParameterOperation<double> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "soft_cap"; }
  Layout layout() const override { return Layout::kRowwise; }
  bool follows_rows(size_t /*input*/) const override { return true; }
  bool keeps_scale() const override { return true; }
  bool is_elementwise() const override { return true; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    const std::string cap = number_markup(parameters(), 6);
    return "$out = " + cap + " \\mathrm{tanh}($0 / " + cap + ")";
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    const auto cap = static_cast<float>(parameters());
    out.array() = cap * (inputs[0].array() / cap).tanh();
  }

  // The score times the fraction of it that remains.
  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kProduct;
    explanation.formula = formula_of_cell(stage, row, column);
    Term term;
    term.left = trace.at(stage.inputs[0], row, column);
    term.left_cell = {stage.inputs[0], row, column};
    term.value = parameters() * std::tanh(term.left / parameters());
    term.right = term.left == 0 ? 1 : term.value / term.left;
    term.has_right = true;
    explanation.terms.push_back(term);
    explanation.style = TermStyle::kGate;
    explanation.note = "note.soft_cap";
    explanation.quantities.push_back({"quantity.cap", parameters()});
    explanation.result = term.value;
    explanation.magnitude = std::abs(term.value);
    return explanation;
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    return {std::make_shared<SoftCapSlope>(parameters()), {Backward::kGradient, 0}};
  }
};

}  // namespace

OperationPtr soft_cap(double cap) {
  return std::make_shared<SoftCap>(cap);
}

}  // namespace engine
