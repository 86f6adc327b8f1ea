// relative_scores.cpp: a query's product with the vector of its distance to each key; far distances share
// one. Shaw et al. 2018, eq. 5: the q_i · a_ij of its sum.
#include <algorithm>

#include "engine/core/parameter_operation.h"
#include "engine/kernels/matrix_product.h"
#include "engine/ops/gradients.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

// The row of the table for the distance from a query to a key: the one in the middle is for 0.
Index row_of_distance(Index distance, Index vectors) {
  const Index farthest = vectors / 2;
  return farthest + std::clamp(distance, -farthest, farthest);
}

// dS (L, T), table (2K + 1, d) -> (L, d): to a query goes what each of its scores sends along the vector of
// its distance.
class RelativeQueryGradient final : public ParameterOperation<Index> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "relative_query_gradient"; }
  Layout layout() const override { return Layout::kGather; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i} = Σ_{j} $0_{i,j} $1_{K + \\mathrm{clip}(j − i, K)}",
            "$out = Σ_{j} $0_{$i,j} $1_{K + \\mathrm{clip}(j − $i, K),$j}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out.setZero();
    for (Index row = 0; row < inputs[0].rows(); ++row) {
      for (Index key = 0; key < inputs[0].cols(); ++key)
        out.row(row) +=
            inputs[0](row, key) * inputs[1].row(row_of_distance(key - parameters() - row, inputs[1].rows()));
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    explanation.formula = formula_of_cell(stage, row, column);
    const Index vectors = trace.stage(stage.inputs[1]).rows;
    for (Index key = 0; key < trace.stage(stage.inputs[0]).columns; ++key) {
      const Index at = row_of_distance(key - parameters() - row, vectors);
      add_product(trace, {stage.inputs[0], row, key}, {stage.inputs[1], at, column}, explanation);
    }
    return explanation;
  }
};

// dS (L, T), Q (L, d) -> (2K + 1, d): a distance's vector gets what every pair at that distance sends.
class RelativeTableGradient final : public ParameterOperation<Index> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "relative_table_gradient"; }
  Layout layout() const override { return Layout::kGather; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{r} = Σ_{i,j: K + \\mathrm{clip}(j − i, K) = r} $0_{i,j} $1_{i}",
            "$out = Σ_{i,j: K + \\mathrm{clip}(j − i, K) = $i} $0_{i,j} $1_{i,$j}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out.setZero();
    for (Index row = 0; row < inputs[0].rows(); ++row) {
      for (Index key = 0; key < inputs[0].cols(); ++key)
        out.row(row_of_distance(key - parameters() - row, out.rows())) +=
            inputs[0](row, key) * inputs[1].row(row);
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    explanation.formula = formula_of_cell(stage, row, column);
    const Shape scores = trace.stage(stage.inputs[0]).shape();
    for (Index query = 0; query < scores.rows; ++query) {
      for (Index key = 0; key < scores.columns; ++key) {
        if (row_of_distance(key - parameters() - query, stage.rows) != row) continue;
        add_product(trace, {stage.inputs[0], query, key}, {stage.inputs[1], query, column}, explanation);
      }
    }
    return explanation;
  }
};

class RelativeScores final : public ParameterOperation<Index> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "relative_scores"; }
  Layout layout() const override { return Layout::kGather; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i,j} = {\\q{$0}}_{i} · $1_{K + \\mathrm{clip}(j − i, K)}",
            "$out = Σ_{c} \\q{$0_{$i,c}} $1_{$bucket,c}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    forward_block(inputs, out, {0, 0, out.rows(), out.cols()});
  }

  Block unit(const Block& wanted, const Shape& /*result*/) const override { return wanted; }

  // A row of the result needs its query and the whole table.
  Block footprint(size_t input, const Block& made, const Shape& shape) const override {
    return input == 0 ? Block{made.row, 0, made.rows, shape.columns} : shape.all();
  }

  void forward_block(std::span<const ConstView> inputs, const View& out, const Block& made) const override {
    View block = out;
    const Index vectors = inputs[1].rows();
    Matrix products(made.rows, vectors);
    multiply_transposed(inputs[0], inputs[1], whole(products));
    for (Index row = 0; row < made.rows; ++row) {
      for (Index column = 0; column < made.columns; ++column)
        block(row, column) = products(row, place(made.row + row, made.column + column, vectors));
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Stage& table = trace.stage(stage.inputs[1]);
    const Index at = place(row, column, table.rows);
    Explanation explanation =
        explain_dot_product(trace, {{stage.inputs[0], row, 0}}, {{stage.inputs[1], at, 0}}, table.columns);
    explanation.quantities = {{"quantity.offset", static_cast<double>(column - first() - row)},
                              {"quantity.bucket", static_cast<double>(at)}};
    explanation.formula = formula_of_cell(stage, row, column, {{"bucket", Ordinal{at}}});
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> /*inputs*/) const override {
    if (input == 0) return {std::make_shared<RelativeQueryGradient>(first()), {Backward::kGradient, 1}};
    return {std::make_shared<RelativeTableGradient>(first()), {Backward::kGradient, 0}};
  }

 private:
  Index first() const { return parameters(); }
  Index place(Index row, Index column, Index vectors) const {
    return row_of_distance(column - first() - row, vectors);
  }
};

}  // namespace

OperationPtr relative_scores(Index first) {
  return std::make_shared<RelativeScores>(first);
}

}  // namespace engine
