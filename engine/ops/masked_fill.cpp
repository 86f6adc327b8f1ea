// masked_fill.cpp: replaces hidden scores by the mask's value instead of adding it, as many programs do.
#include <cmath>

#include "engine/core/parameter_operation.h"
#include "engine/ops/copies.h"
#include "engine/ops/gradients.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

// Of dY and the mask: dY where the score is read, 0 where the mask stands in its place.
class WhereVisible final : public ParameterOperation<float> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "where_visible"; }
  Layout layout() const override { return Layout::kElementwise; }
  bool follows_rows(size_t /*input*/) const override { return true; }
  std::string_view sign() const override { return ","; }
  bool keeps_scale() const override { return false; }
  FormulaTemplate formulas(size_t /*inputs*/) const override { return "$out = $0 [$1]"; }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out = (inputs[1].array() <= parameters()).select(0.0f, inputs[0].array()).matrix();
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    if (trace.at(stage.inputs[1], row, column) > parameters()) {
      Explanation explanation = explain_copy(trace, stage, row, column, {stage.inputs[0], row, column});
      explanation.note = "note.gradient_visible";
      return explanation;
    }
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kRule;
    explanation.formula = CellFormula{"$out = 0", row, column};
    explanation.note = "note.gradient_hidden";
    return explanation;
  }
};

class MaskedFill final : public ParameterOperation<float> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "place"; }
  Layout layout() const override { return Layout::kElementwise; }
  bool follows_rows(size_t /*input*/) const override { return true; }
  Growth growth() const override { return Growth::kOperands; }
  // The mask goes into the scores.
  std::string_view sign() const override { return "←"; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i,j} = $1_{i,j} ($1_{i,j} = " + hidden_markup() + "), $0_{i,j} + $1_{i,j}",
            "$out = $0 + $1"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    const auto mask = inputs[1].array();
    out = (mask <= hidden()).select(mask, inputs[0].array() + mask).matrix();
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSum;
    const bool is_hidden = trace.at(stage.inputs[1], row, column) <= hidden();
    explanation.formula =
        is_hidden ? CellFormula{"$out = $1", row, column} : formula_of_cell(stage, row, column);
    // The score is not read where the mask replaces it.
    for (const int input : {stage.inputs[0], stage.inputs[1]}) {
      if (is_hidden && input == stage.inputs[0]) continue;
      Term term;
      term.left = trace.at(input, row, column);
      term.left_cell = {input, row, column};
      term.value = term.left;
      explanation.terms.push_back(term);
      explanation.result += term.value;
      explanation.magnitude += std::abs(term.value);
    }
    explanation.note = is_hidden ? "note.placed" : "note.placed_elsewhere";
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> /*inputs*/) const override {
    if (input == 1) return passes("note.gradient_of_sum");
    return {std::make_shared<WhereVisible>(hidden()), {Backward::kGradient, 1}};
  }

 private:
  float hidden() const { return parameters(); }
  std::string hidden_markup() const { return std::isinf(hidden()) ? "−∞" : "−10^{9}"; }
};

}  // namespace

OperationPtr masked_fill(float hidden) {
  return std::make_shared<MaskedFill>(hidden);
}

}  // namespace engine
