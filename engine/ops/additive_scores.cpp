// additive_scores.cpp: how well a query fits a key, according to a small network: v · tanh(a + b).
// Bahdanau et al. 2015 (1409.0473), sec. 3.1 and appendix A.1.2.
#include <cmath>

#include "engine/core/parameter_operation.h"
#include "engine/ops/efficient.h"
#include "engine/ops/gradients.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

// tanh of a query's row added to every key's (T, d).
Matrix squeezed_sums(const ConstView& queries, const ConstView& keys, Index query) {
  const Matrix sums = keys.rowwise() + queries.row(query);
  return sums.array().tanh().matrix();
}

// Adds what a score sends: its gradient times `slope`. A slope is a difference from 1, so that rounding
// errors are measured by `scale`, not by the slope itself.
void add_score(const Trace& trace, const Cell& score, double slope, double scale, Explanation& explanation) {
  add_product(trace, score, slope, explanation);
  const Term& term = explanation.terms.back();
  explanation.magnitude += std::abs(term.left * scale) - std::abs(term.value);
}

// Whose vectors a gradient is of.
enum class AdditiveSide { kQueries, kKeys };

// dS (L, T), A (L, d), B (T, d), v (1, d) -> (L, d) of the queries, or (T, d) of the keys: what each score
// sends along v, times the slope of tanh at its sum.
class AdditiveSumGradient final : public ParameterOperation<AdditiveSide> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "additive_sum_gradient"; }
  Layout layout() const override { return Layout::kGather; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    if (is_of_queries()) {
      return {"$out_{i} = Σ_{j} $0_{i,j} $3 ⊙ (1 − {\\mathrm{tanh}}^{2}($1_{i} + $2_{j}))",
              "$out = Σ_{j} $0_{$i,j} $3_{$j} (1 − {\\mathrm{tanh}}^{2}($1_{$i,$j} + $2_{j,$j}))"};
    }
    return {"$out_{j} = Σ_{i} $0_{i,j} $3 ⊙ (1 − {\\mathrm{tanh}}^{2}($1_{i} + $2_{j}))",
            "$out = Σ_{i} $0_{i,$i} $3_{$j} (1 − {\\mathrm{tanh}}^{2}($1_{i,$j} + $2_{$i,$j}))"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out.setZero();
    for (Index query = 0; query < inputs[0].rows(); ++query) {
      const Matrix slopes = (1 - squeezed_sums(inputs[1], inputs[2], query).array().square()).matrix();
      if (is_of_queries()) {
        out.row(query).noalias() = inputs[0].row(query) * slopes;
      } else {
        out.noalias() += inputs[0].row(query).asDiagonal() * slopes;
      }
    }
    out.array().rowwise() *= inputs[3].row(0).array();
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.note = "note.gradient_additive";
    const int gradient = stage.inputs[0];
    const double last = trace.at(stage.inputs[3], 0, column);
    const double own = trace.at(stage.inputs[is_of_queries() ? 1 : 2], row, column);
    const Matrix others = trace.read_column(stage.inputs[is_of_queries() ? 2 : 1], column);
    for (Index other = 0; other < others.rows(); ++other) {
      const double squeezed = std::tanh(own + others(other, 0));
      const Cell score = is_of_queries() ? Cell{gradient, row, other} : Cell{gradient, other, row};
      add_score(trace, score, last * (1 - squeezed * squeezed), last, explanation);
    }
    return explanation;
  }

 private:
  bool is_of_queries() const { return parameters() == AdditiveSide::kQueries; }
};

// dS (L, T), A (L, d), B (T, d) -> (1, d): what every score sends along what the last vector weighs.
class AdditiveLastGradient final : public Operation {
 public:
  std::string_view name() const override { return "additive_last_gradient"; }
  Layout layout() const override { return Layout::kGather; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out = Σ_{i,j} $0_{i,j} \\mathrm{tanh}($1_{i} + $2_{j})",
            "$out = Σ_{i,j} $0_{i,j} \\mathrm{tanh}($1_{i,$j} + $2_{j,$j})"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out.setZero();
    for (Index query = 0; query < inputs[0].rows(); ++query)
      out.noalias() += inputs[0].row(query) * squeezed_sums(inputs[1], inputs[2], query);
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.note = "note.gradient_shared_weights";
    const Matrix queries = trace.read_column(stage.inputs[1], column);
    const Matrix keys = trace.read_column(stage.inputs[2], column);
    for (Index query = 0; query < queries.rows(); ++query) {
      for (Index key = 0; key < keys.rows(); ++key) {
        const double sum = static_cast<double>(queries(query, 0)) + keys(key, 0);
        add_score(trace, {stage.inputs[0], query, key}, std::tanh(sum), 1, explanation);
      }
    }
    return explanation;
  }
};

class AdditiveScores final : public Operation {
 public:
  std::string_view name() const override { return "additive_scores"; }
  Layout layout() const override { return Layout::kGather; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i,j} = $2 · \\mathrm{tanh}($0_{i} + $1_{j})",
            "$out = Σ_{c} $2_{c} \\mathrm{tanh}($0_{$i,c} + $1_{$j,c})"};
  }

  Block unit(const Block& wanted, const Shape& /*result*/) const override { return wanted; }
  // A query's row, a key's row, and all of the network's last vector.
  Block footprint(size_t input, const Block& made, const Shape& shape) const override {
    if (input == 0) return {made.row, 0, made.rows, shape.columns};
    return input == 1 ? Block{made.column, 0, made.columns, shape.columns} : shape.all();
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    for (Index query = 0; query < out.rows(); ++query) {
      out.row(query).noalias() = inputs[2].row(0) * squeezed_sums(inputs[0], inputs[1], query).transpose();
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    const Matrix query = trace.read_row(stage.inputs[0], row);
    const Matrix key = trace.read_row(stage.inputs[1], column);
    const Matrix last = trace.read_row(stage.inputs[2], 0);
    for (Index c = 0; c < last.cols(); ++c) {
      Term term;
      term.left = last(0, c);
      term.left_cell = {stage.inputs[2], 0, c};
      term.right = std::tanh(static_cast<double>(query(0, c)) + key(0, c));
      term.has_right = true;
      term.value = term.left * term.right;
      explanation.terms.push_back(term);
      explanation.result += term.value;
      explanation.magnitude += std::abs(term.left);
    }
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.note = "note.additive_score";
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> /*inputs*/) const override {
    if (input == 2) return {std::make_shared<AdditiveLastGradient>(), {Backward::kGradient, 0, 1}};
    const AdditiveSide side = input == 0 ? AdditiveSide::kQueries : AdditiveSide::kKeys;
    return {std::make_shared<AdditiveSumGradient>(side), {Backward::kGradient, 0, 1, 2}};
  }
};

}  // namespace

OperationPtr additive_scores() {
  static const OperationPtr kOnly = std::make_shared<AdditiveScores>();
  return kOnly;
}

}  // namespace engine
