// multiply_row.cpp: a factor for each column, the same in every row: a gate of its channels.
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

// dY, X (m, n) -> (1, n): each factor's gradient, from all rows.
class RowFactorGradient final : public Operation {
 public:
  std::string_view name() const override { return "row_factor_gradient"; }
  Layout layout() const override { return Layout::kGather; }
  bool sums_rows() const override { return true; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{j} = Σ_{i} $0_{i,j} $1_{i,j}", "$out = Σ_{i} $0_{i,$j} $1_{i,$j}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out.row(0) = inputs[0].cwiseProduct(inputs[1]).colwise().sum();
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Index terms = trace.stage(stage.inputs[0]).rows;
    Explanation explanation = explain_dot_product(trace, {{stage.inputs[0], 0, column}, 1, 0},
                                                  {{stage.inputs[1], 0, column}, 1, 0}, terms);
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.note = "note.gradient_shared_weights";
    return explanation;
  }
};

class MultiplyRow final : public Operation {
 public:
  std::string_view name() const override { return "multiply_row"; }
  Layout layout() const override { return Layout::kRowwise; }
  std::string_view sign() const override { return "×"; }
  bool follows_rows(size_t input) const override { return input == 0; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i} = $0_{i} ⊙ $1", "$out = $0 · $1_{$j}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out = inputs[0].array().rowwise() * inputs[1].row(0).array();
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kProduct;
    add_product(trace, {stage.inputs[0], row, column}, {stage.inputs[1], 0, column}, explanation);
    explanation.formula = formula_of_cell(stage, row, column);
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> /*inputs*/) const override {
    if (input == 0) return {multiply_row(), {Backward::kGradient, 1}};
    return {std::make_shared<RowFactorGradient>(), {Backward::kGradient, 0}};
  }
};

}  // namespace

OperationPtr multiply_row() {
  static const OperationPtr kOnly = std::make_shared<MultiplyRow>();
  return kOnly;
}

}  // namespace engine
