// scores.cpp: how well each query matches each key: one dot product per pair of tokens.
// Vaswani et al. 2017, eq. 1: the Q Kᵀ of attention.
#include "engine/kernels/matrix_product.h"
#include "engine/ops/efficient.h"
#include "engine/ops/gradients.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

class Scores final : public Operation {
 public:
  std::string_view name() const override { return "scores"; }
  Layout layout() const override { return Layout::kProduct; }
  bool follows_rows(size_t input) const override { return input == 0; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out = \\q{$0} \\k{$1}^{T}",
            "$out = \\q{$0_{$i}} · \\k{$1_{$j}} = Σ_{c} \\q{$0_{$i,c}} \\k{$1_{$j,c}}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    multiply_transposed(inputs[0], inputs[1], out);
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation =
        explain_dot_product(trace, {{stage.inputs[0], row, 0}}, {{stage.inputs[1], column, 0}},
                            trace.stage(stage.inputs[0]).columns);
    explanation.formula = formula_of_cell(stage, row, column);
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> /*inputs*/) const override {
    if (input == 0) return {product(), {Backward::kGradient, 1}};
    return {summary(), {Backward::kGradient, 0}};
  }
};

}  // namespace

OperationPtr scores() {
  static const OperationPtr kOnly = std::make_shared<Scores>();
  return kOnly;
}

}  // namespace engine
