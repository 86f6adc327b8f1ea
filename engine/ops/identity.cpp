// identity.cpp: a step that is switched off: every value stays as it is.
#include <cmath>

#include "engine/core/parameter_operation.h"
#include "engine/ops/gradients.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

class Identity final : public ParameterOperation<std::string> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "identity"; }
  Layout layout() const override { return Layout::kRowwise; }
  bool follows_rows(size_t /*input*/) const override { return true; }
  bool is_elementwise() const override { return true; }

  FormulaTemplate formulas(size_t /*inputs*/) const override { return "$out = $0"; }

  void forward(std::span<const ConstView> inputs, View out) const override { out = inputs[0]; }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kCopy;
    explanation.formula = formula_of_cell(stage, row, column);
    Term term;
    term.left = trace.at(stage.inputs[0], row, column);
    term.left_cell = {stage.inputs[0], row, column};
    term.value = term.left;
    explanation.terms.push_back(term);
    explanation.note = parameters();
    explanation.result = term.value;
    explanation.magnitude = std::abs(term.value);
    return explanation;
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    return passes("note.gradient_of_copy");
  }
};

}  // namespace

OperationPtr identity(std::string_view note) {
  return std::make_shared<Identity>(std::string(note));
}

}  // namespace engine
