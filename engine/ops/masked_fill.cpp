// masked_fill.cpp: puts the mask in the place of the score where it hides, rather than adding it: as many
// programs do.
#include <cmath>

#include "engine/core/parameter_operation.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

class MaskedFill final : public ParameterOperation<float> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "place"; }
  Layout layout() const override { return Layout::kElementwise; }
  Growth growth() const override { return Growth::kOperands; }

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
    explanation.formula = is_hidden ? cell_formula("$out = $1", trace, stage, row, column)
                                    : formula_of_cell(trace, stage, row, column);
    // The score is not read where the mask stands in its place.
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

 private:
  float hidden() const { return parameters(); }
  std::string hidden_markup() const { return std::isinf(hidden()) ? "−∞" : "−10^{9}"; }
};

}  // namespace

OperationPtr masked_fill(float hidden) {
  return std::make_shared<MaskedFill>(hidden);
}

}  // namespace engine
