// rollout.cpp: what a layer reads from the layer below, times what that read from all layers below it.
// Abnar & Zuidema 2020, eq. 1.
#include "engine/kernels/matrix_product.h"
#include "engine/ops/efficient.h"
#include "engine/ops/gradients.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

class Rollout final : public Operation {
 public:
  std::string_view name() const override { return "rollout"; }
  Layout layout() const override { return Layout::kProductPlain; }
  bool is_signed() const override { return false; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out = $0 $1", "$out = Σ_{j} $0_{$i,j} $1_{j,$j}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    multiply(inputs[0], inputs[1], out);
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Stage& above = trace.stage(stage.inputs[0]);
    Explanation explanation = explain_dot_product(trace, {{stage.inputs[0], row, 0}, 0, 1},
                                                  {{stage.inputs[1], 0, column}, 1, 0}, above.columns);
    explanation.formula = formula_of_cell(stage, row, column);
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> /*inputs*/) const override {
    if (input == 0) return {product_transposed(), {Backward::kGradient, 1}};
    return {summary(), {0, Backward::kGradient}};
  }
};

}  // namespace

OperationPtr rollout() {
  static const OperationPtr kOnly = std::make_shared<Rollout>();
  return kOnly;
}

}  // namespace engine
