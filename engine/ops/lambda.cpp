// lambda.cpp: turns keys and values into small functions that are applied to queries: one for the content of
// all tokens, and one per query for what is at each distance. Bello 2021 (2102.08602), sec. 3.1.
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/core/parallel.h"
#include "engine/core/parameter_operation.h"
#include "engine/kernels/matrix_product.h"
#include "engine/ops/efficient.h"
#include "engine/ops/gradients.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

class SoftmaxColumns final : public ParameterOperation<std::vector<bool>> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "softmax_columns"; }
  Layout layout() const override { return Layout::kGather; }
  bool is_signed() const override { return false; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return "$out_{$j,$c} = \\frac{e^{$0_{$j,$c}}}{Σ_{t} e^{$0_{t,$c}}}";
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    const ConstView& keys = inputs[0];
    Eigen::RowVectorXf peak = Eigen::RowVectorXf::Constant(keys.cols(), -kInfinity);
    for (Index key = 0; key < keys.rows(); ++key) {
      if (!is_padding(key)) peak = peak.cwiseMax(keys.row(key));
    }
    Eigen::RowVectorXf sum = Eigen::RowVectorXf::Zero(keys.cols());
    for (Index key = 0; key < keys.rows(); ++key) {
      if (is_padding(key)) {
        out.row(key).setZero();
        continue;
      }
      out.row(key) = (keys.row(key) - peak).array().exp().matrix();
      sum += out.row(key);
    }
    for (Index key = 0; key < keys.rows(); ++key) {
      if (!is_padding(key)) out.row(key).array() /= sum.array();
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kRule;
    explanation.magnitude = 1;
    explanation.formula = formula_of_cell(stage, row, column, {{"j", Ordinal{row}}, {"c", Ordinal{column}}});
    if (is_padding(row)) {
      explanation.note = "note.padding_feature";
      return explanation;
    }
    const Matrix keys = trace.read_column(stage.inputs[0], column);
    double peak = -static_cast<double>(kInfinity);
    for (Index key = 0; key < keys.rows(); ++key) {
      if (!is_padding(key)) peak = std::max<double>(peak, keys(key, 0));
    }
    double sum = 0;
    for (Index key = 0; key < keys.rows(); ++key) {
      if (!is_padding(key)) sum += std::exp(keys(key, 0) - peak);
    }
    Term term;
    term.left = keys(row, 0);
    term.left_cell = {stage.inputs[0], row, column};
    term.value = std::exp(term.left - peak) / sum;
    explanation.terms.push_back(term);
    explanation.quantities = {{"quantity.column_max", peak}, {"quantity.column_sum", sum}};
    explanation.note = "note.softmax_columns";
    explanation.result = term.value;
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    const auto self = std::make_shared<const SoftmaxColumns>(*this);
    return by_links(self, input, inputs.size(), [self](std::span<const ConstView> x, const VisitLink& visit) {
      for (Index c = 0; c < x[0].cols(); ++c) {
        for (Index key = 0; key < x[0].rows(); ++key) {
          for (Index from = 0; from < x[0].rows(); ++from) {
            if (self->is_padding(from)) continue;
            const double own = key == from ? 1 : 0;
            visit(key, c, from, c, double{x[0](key, c)} * (own - double{x[0](from, c)}));
          }
        }
      }
    });
  }

 private:
  const std::vector<bool>& padding() const { return parameters(); }
  bool is_padding(Index key) const {
    const auto at = static_cast<size_t>(key);
    return at < padding().size() && padding()[at];
  }
};

// What the steps of the position lambda share: for which keys a query has a distance vector, and which.
class InReach : public ParameterOperation<DistanceReach> {
 public:
  using ParameterOperation::ParameterOperation;
  Layout layout() const override { return Layout::kGather; }

 protected:
  // The row of the table for this pair.
  Index vector_of(Index query, Index key) const {
    return key - reach().first_query - query + reach().window - 1;
  }
  bool sees(Index query, Index key) const {
    const Index vector = vector_of(query, key);
    const auto at = static_cast<size_t>(key);
    const bool is_padding = at < reach().padding.size() && reach().padding[at];
    return vector >= 0 && vector < 2 * reach().window - 1 && !is_padding;
  }
  // Calls take(key) for each key in reach of a query.
  template <class Take>
  void walk(Index query, Index keys, Take take) const {
    const Index place = reach().first_query + query;
    const Index end = std::min(keys, place + reach().window);
    for (Index key = std::max<Index>(0, place - reach().window + 1); key < end; ++key) {
      if (sees(query, key)) take(key);
    }
  }

 private:
  const DistanceReach& reach() const { return parameters(); }
};

class PositionLambda final : public InReach {
 public:
  using InReach::InReach;
  std::string_view name() const override { return "position_lambda"; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i} = Σ_{j} $0_{j − i} \\v{$1_{j}}^{T}", "$out = Σ_{j} $0_{j − i,$c} \\v{$1_{j,$v}}"};
  }

  // Only the rows wanted: the whole is much larger than any other stage.
  Block unit(const Block& wanted, const Shape& result) const override {
    return {wanted.row, 0, wanted.rows, result.columns};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    forward_block(inputs, out, {0, 0, out.rows(), out.cols()});
  }

  void forward_block(std::span<const ConstView> inputs, const View& out, const Block& made) const override {
    View numbers = out;
    Matrix one(inputs[0].cols(), inputs[1].cols());
    for (Index row = 0; row < made.rows; ++row) {
      const Index query = made.row + row;
      one.setZero();
      walk(query, inputs[1].rows(), [&](Index key) {
        one.noalias() += inputs[0].row(vector_of(query, key)).transpose() * inputs[1].row(key);
      });
      numbers.row(row) = Eigen::Map<const Eigen::RowVectorXf>(one.data(), one.size());
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Stage& values = trace.stage(stage.inputs[1]);
    const Index c = column / values.columns;
    const Index value = column % values.columns;
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    walk(row, values.rows, [&](Index key) {
      Term term;
      term.left_cell = {stage.inputs[0], vector_of(row, key), c};
      term.right_cell = {stage.inputs[1], key, value};
      term.left = trace.at(stage.inputs[0], vector_of(row, key), c);
      term.right = trace.at(stage.inputs[1], key, value);
      term.has_right = true;
      term.value = term.left * term.right;
      explanation.terms.push_back(term);
      explanation.result += term.value;
      explanation.magnitude += std::abs(term.value);
    });
    explanation.formula = formula_of_cell(stage, row, column, {{"c", Ordinal{c}}, {"v", Ordinal{value}}});
    explanation.note = "note.position_lambda";
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    const auto self = std::make_shared<const PositionLambda>(*this);
    return by_links(self, input, inputs.size(),
                    [self, input](std::span<const ConstView> x, const VisitLink& visit) {
                      const Index d_v = x[2].cols();
                      for (Index query = 0; query < x[0].rows(); ++query) {
                        self->walk(query, x[2].rows(), [&](Index key) {
                          const Index vector = self->vector_of(query, key);
                          for (Index column = 0; column < x[0].cols(); ++column) {
                            const Index m = column / d_v;
                            const Index c = column % d_v;
                            if (input == 0) visit(query, column, vector, m, x[2](key, c));
                            if (input == 1) visit(query, column, key, c, x[1](vector, m));
                          }
                        });
                      }
                    });
  }
};

class PositionMap final : public InReach {
 public:
  using InReach::InReach;
  std::string_view name() const override { return "position_map"; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i,j} = {\\q{$0}}_{i} · $1_{j − i}", "$out = Σ_{c} \\q{$0_{$i,c}} $1_{$vector,c}"};
  }

  Block unit(const Block& wanted, const Shape& /*result*/) const override { return wanted; }
  Block footprint(size_t input, const Block& made, const Shape& shape) const override {
    return input == 0 ? Block{made.row, 0, made.rows, shape.columns} : shape.all();
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    forward_block(inputs, out, {0, 0, out.rows(), out.cols()});
  }

  void forward_block(std::span<const ConstView> inputs, const View& out, const Block& made) const override {
    View numbers = out;
    numbers.setZero();
    for (Index row = 0; row < made.rows; ++row) {
      const Index query = made.row + row;
      walk(query, made.column + made.columns, [&](Index key) {
        if (key >= made.column)
          numbers(row, key - made.column) = inputs[0].row(row).dot(inputs[1].row(vector_of(query, key)));
      });
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    if (!sees(row, column)) {
      Explanation none;
      none.arithmetic = Arithmetic::kRule;
      none.formula = CellFormula{"$out = 0", row, column};
      none.note = "note.no_distance";
      return none;
    }
    const Stage& table = trace.stage(stage.inputs[1]);
    const Index vector = vector_of(row, column);
    const Index farthest = table.rows / 2;
    Explanation explanation = explain_dot_product(trace, {{stage.inputs[0], row, 0}},
                                                  {{stage.inputs[1], vector, 0}}, table.columns);
    explanation.quantities = {{"quantity.offset", static_cast<double>(vector - farthest)}};
    explanation.formula = formula_of_cell(stage, row, column, {{"vector", Ordinal{vector}}});
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    const auto self = std::make_shared<const PositionMap>(*this);
    return by_links(self, input, inputs.size(),
                    [self, input](std::span<const ConstView> x, const VisitLink& visit) {
                      for (Index query = 0; query < x[0].rows(); ++query) {
                        self->walk(query, x[0].cols(), [&](Index key) {
                          const Index vector = self->vector_of(query, key);
                          for (Index m = 0; m < x[1].cols(); ++m) {
                            if (input == 0) visit(query, key, query, m, x[2](vector, m));
                            if (input == 1) visit(query, key, vector, m, x[1](query, m));
                          }
                        });
                      }
                    });
  }
};

class LambdaOutput final : public InReach {
 public:
  using InReach::InReach;
  std::string_view name() const override { return "lambda_output"; }
  bool reads(size_t input) const override { return input != 4; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i} = ($1 + $4_{i})^{T} \\q{$0_{i}}",
            "$out = Σ_{c} \\q{$0_{$i,c}} $1_{c,$j} + Σ_{c} \\q{$0_{$i,c}} $4_{c,$j}"};
  }

  // One query's function at a time: (d_k, d_v), whatever the length.
  void forward(std::span<const ConstView> inputs, View out) const override {
    constexpr Index kRows = 16;
    parallel_for((out.rows() + kRows - 1) / kRows, [&](Index part) {
      if (stop_requested()) return;
      View rows = out;
      Matrix function(inputs[1].rows(), inputs[1].cols());
      for (Index query = part * kRows; query < std::min(out.rows(), (part + 1) * kRows); ++query) {
        function = inputs[1];
        walk(query, inputs[3].rows(), [&](Index key) {
          function.noalias() += inputs[2].row(vector_of(query, key)).transpose() * inputs[3].row(key);
        });
        rows.row(query).noalias() = inputs[0].row(query) * function;
      }
    });
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Stage& content = trace.stage(stage.inputs[1]);
    Explanation explanation = explain_dot_product(trace, {{stage.inputs[0], row, 0}},
                                                  {{stage.inputs[1], 0, column}, 1, 0}, content.rows);
    for (Index c = 0; c < content.rows; ++c) {
      Term term;
      term.left_cell = {stage.inputs[0], row, c};
      term.right_cell = {stage.inputs[4], row, c * content.columns + column};
      term.left = trace.at(stage.inputs[0], row, c);
      term.right = trace.at(stage.inputs[4], row, term.right_cell.column);
      term.has_right = true;
      term.value = term.left * term.right;
      explanation.terms.push_back(term);
      explanation.result += term.value;
      explanation.magnitude += std::abs(term.value);
    }
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.note = "note.lambda_output";
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    if (input == 4) return Backward::blocked("note.gradient_shown_only");
    const auto self = std::make_shared<const LambdaOutput>(*this);
    return by_links(self, input, inputs.size(),
                    [self, input](std::span<const ConstView> x, const VisitLink& visit) {
                      for (Index query = 0; query < x[0].rows(); ++query) {
                        for (Index c = 0; c < x[0].cols(); ++c) {
                          for (Index m = 0; m < x[1].cols(); ++m) {
                            const double asked = x[1](query, m);
                            if (input == 0) visit(query, c, query, m, x[2](m, c));
                            if (input == 1) visit(query, c, m, c, asked);
                            self->walk(query, x[4].rows(), [&](Index key) {
                              const Index vector = self->vector_of(query, key);
                              const double distance = x[3](vector, m);
                              const double value = x[4](key, c);
                              if (input == 0) visit(query, c, query, m, distance * value);
                              if (input == 2) visit(query, c, vector, m, asked * value);
                              if (input == 3) visit(query, c, key, c, asked * distance);
                            });
                          }
                        }
                      }
                    });
  }
};

}  // namespace

OperationPtr softmax_columns(std::vector<bool> padding) {
  return std::make_shared<SoftmaxColumns>(std::move(padding));
}
OperationPtr position_lambda(const DistanceReach& reach) {
  return std::make_shared<PositionLambda>(reach);
}
OperationPtr position_map(const DistanceReach& reach) {
  return std::make_shared<PositionMap>(reach);
}
OperationPtr lambda_output(const DistanceReach& reach) {
  return std::make_shared<LambdaOutput>(reach);
}

}  // namespace engine
