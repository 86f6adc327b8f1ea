// weighted_sum.cpp: mixes the values: each query takes from every key as much as its weight says.
// Vaswani et al. 2017, eq. 1: the product with V.
#include "engine/kernels/matrix_product.h"
#include "engine/ops/efficient.h"
#include "engine/ops/gradients.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

class WeightedSum final : public Operation {
 public:
  std::string_view name() const override { return "weighted_sum"; }
  Layout layout() const override { return Layout::kProductPlain; }
  bool follows_rows(size_t input) const override { return input == 0; }
  Growth growth() const override { return Growth::kTerms; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out = $0 \\v{$1}", "$out = Σ_{j} $0_{$i,j} \\v{$1_{j,$j}}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    multiply(inputs[0], inputs[1], out);
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation =
        explain_dot_product(trace, {{stage.inputs[0], row, 0}, 0, 1}, {{stage.inputs[1], 0, column}, 1, 0},
                            trace.stage(stage.inputs[0]).columns);
    explanation.formula = formula_of_cell(stage, row, column);
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> /*inputs*/) const override {
    if (input == 0) return {product_transposed(), {Backward::kGradient, 1}};
    return {summary(), {0, Backward::kGradient}};
  }
};

}  // namespace

OperationPtr weighted_sum() {
  static const OperationPtr kOnly = std::make_shared<WeightedSum>();
  return kOnly;
}

}  // namespace engine
