// additive_scores.cpp: how well a query fits a key, as a small network says: v · tanh(a + b).
// Bahdanau et al. 2015 (1409.0473), sec. 3.1 and appendix A.1.2.
#include <cmath>

#include "engine/ops/efficient.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

class AdditiveScores final : public Operation {
 public:
  std::string_view name() const override { return "additive_scores"; }
  Layout layout() const override { return Layout::kGather; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i,j} = $2 · \\mathrm{tanh}($0_{i} + $1_{j})",
            "$out = Σ_{c} $2_{c} \\mathrm{tanh}($0_{$i,c} + $1_{$j,c})"};
  }

  Block unit(const Block& wanted, const Shape& /*result*/) const override { return wanted; }
  // A query's row, a key's row, and the whole vector that the network ends in.
  Block footprint(size_t input, const Block& made, const Shape& shape) const override {
    if (input == 0) return {made.row, 0, made.rows, shape.columns};
    return input == 1 ? Block{made.column, 0, made.columns, shape.columns} : shape.all();
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    for (Index query = 0; query < out.rows(); ++query) {
      const Matrix sums = inputs[1].rowwise() + inputs[0].row(query);
      out.row(query).noalias() = inputs[2].row(0) * sums.array().tanh().matrix().transpose();
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
    explanation.formula = formula_of_cell(trace, stage, row, column);
    explanation.note = "note.additive_score";
    return explanation;
  }
};

}  // namespace

OperationPtr additive_scores() {
  static const OperationPtr kOnly = std::make_shared<AdditiveScores>();
  return kOnly;
}

}  // namespace engine
