// summary.cpp: summarises all keys and values, before any query asks.
// Katharopoulos et al. 2020 (2006.16236), eq. 6: the products are done from the right.
#include <algorithm>
#include <cmath>

#include "engine/core/parameter_operation.h"
#include "engine/kernels/matrix_product.h"
#include "engine/kernels/row_kernels.h"
#include "engine/ops/efficient.h"
#include "engine/ops/gradients.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

class KeySummary final : public Operation {
 public:
  std::string_view name() const override { return "summary"; }
  Layout layout() const override { return Layout::kGather; }
  bool sums_rows() const override { return true; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out = {$0}^{T} $1", "$out = Σ_{j} $0_{j,$i} $1_{j,$j}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    multiply_across(inputs[0], inputs[1], out);
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation =
        explain_dot_product(trace, {{stage.inputs[0], 0, row}, 1, 0}, {{stage.inputs[1], 0, column}, 1, 0},
                            trace.stage(stage.inputs[0]).rows);
    explanation.formula = formula_of_cell(stage, row, column);
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> /*inputs*/) const override {
    if (input == 0) return {product_transposed(), {1, Backward::kGradient}};
    return {product(), {0, Backward::kGradient}};
  }
};

class ColumnSums final : public Operation {
 public:
  std::string_view name() const override { return "column_sums"; }
  Layout layout() const override { return Layout::kGather; }
  bool sums_rows() const override { return true; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out = Σ_{j} $0_{j}", "$out_{$j} = Σ_{j} $0_{j,$j}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out.setZero();
    for (Index row = 0; row < inputs[0].rows(); ++row)
      kernels::row_kernels().add_to(inputs[0].row(row).data(), out.data(), out.cols());
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSum;
    const Matrix numbers = trace.read_column(stage.inputs[0], column);
    for (Index j = 0; j < numbers.rows(); ++j) {
      Term term;
      term.left = numbers(j, 0);
      term.left_cell = {stage.inputs[0], j, column};
      term.value = term.left;
      explanation.terms.push_back(term);
      explanation.result += term.value;
      explanation.magnitude += std::abs(term.value);
    }
    explanation.formula = formula_of_cell(stage, row, column);
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    const auto self = std::make_shared<const ColumnSums>(*this);
    return by_links(self, input, inputs.size(), [](std::span<const ConstView> x, const VisitLink& visit) {
      for (Index row = 0; row < x[1].rows(); ++row) {
        for (Index c = 0; c < x[1].cols(); ++c) visit(0, c, row, c, 1);
      }
    });
  }
};

// A block that holds all numbers but zeros: rows are left out where they are many, and all columns that can
// be. Below the diagonal of causal attention the last row is the longest: it is read first.
Block without_zero_edges(const ConstView& numbers) {
  const auto is_zero = [&](Index row) { return (numbers.row(row).array() == 0).all(); };
  Index row = 0;
  Index end_row = numbers.rows();
  while (row < end_row && is_zero(row)) ++row;
  while (row < end_row && is_zero(end_row - 1)) --end_row;
  if (end_row - row > numbers.rows() / 2) {
    row = 0;
    end_row = numbers.rows();
  }
  Index column = numbers.cols();
  Index end = 0;
  for (Index i = end_row - 1; i >= row && (column > 0 || end < numbers.cols()); --i) {
    const float* const values = numbers.data() + i * numbers.outerStride();
    column = std::find_if(values, values + column, [](float value) { return value != 0; }) - values;
    Index last = numbers.cols();
    while (last > end && values[last - 1] == 0) --last;
    end = last;
  }
  return {row, column, end_row - row, std::max<Index>(0, end - column)};
}

ConstView block_of(const ConstView& numbers, const Block& block) {
  return {numbers.data() + block.row * numbers.outerStride() + block.column, block.rows, block.columns,
          Eigen::OuterStride<>(numbers.outerStride())};
}

// Its second factor may be a parameter that is read in place.
class Product final : public ParameterOperation<Parameter> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "product"; }
  Layout layout() const override { return Layout::kProductPlain; }
  bool follows_rows(size_t input) const override { return input == 0; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out = $0 $1", "$out = Σ_{c} $0_{$i,c} $1_{c,$j}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    forward_block(inputs, out, {0, 0, out.rows(), out.cols()});
  }

  void forward_block(std::span<const ConstView> inputs, const View& out, const Block& made) const override {
    // A gradient of one cell is zero almost everywhere: zeros around the rest meet no weight.
    const Block some = without_zero_edges(inputs[0]);
    const ConstView left = block_of(inputs[0], some);
    View all = out;
    all.topRows(some.row).setZero();
    all.bottomRows(out.rows() - some.row - some.rows).setZero();
    const View rows(all.data() + some.row * out.outerStride(), some.rows, out.cols(),
                    Eigen::OuterStride<>(out.outerStride()));
    if (factor()) {
      const Parameter across = factor().transposed();
      multiply_transposed(left, across.block(made.column, some.column, made.columns, some.columns), rows);
    } else {
      multiply(left, rows_of(inputs[1], some.column, some.columns), rows);
    }
  }

  bool reads(size_t input) const override { return input != 1 || !factor(); }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation =
        explain_dot_product(trace, {{stage.inputs[0], row, 0}}, {{stage.inputs[1], 0, column}, 1, 0},
                            trace.stage(stage.inputs[0]).columns);
    explanation.formula = formula_of_cell(stage, row, column);
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> /*inputs*/) const override {
    if (input == 0) return {product_transposed(), {Backward::kGradient, 1}};
    return {summary(), {0, Backward::kGradient}};
  }

 private:
  const Parameter& factor() const { return parameters(); }
};

}  // namespace

OperationPtr summary() {
  static const OperationPtr kOnly = std::make_shared<KeySummary>();
  return kOnly;
}
OperationPtr column_sums() {
  static const OperationPtr kOnly = std::make_shared<ColumnSums>();
  return kOnly;
}
OperationPtr product() {
  static const OperationPtr kOnly = std::make_shared<Product>(Parameter{});
  return kOnly;
}
OperationPtr product(const Parameter& factor) {
  return factor.is_direct() ? product() : std::make_shared<Product>(factor);
}

}  // namespace engine
