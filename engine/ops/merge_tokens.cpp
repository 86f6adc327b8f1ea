// merge_tokens.cpp: a map between words from one between their pieces: summed over the pieces that are read,
// averaged over those that read. Clark et al. 2019, sec. 4.1.
#include <cmath>
#include <utility>

#include "engine/core/parameter_operation.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

class MergeTokens final : public ParameterOperation<MergedTokens> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "merge_tokens"; }
  Layout layout() const override { return Layout::kGather; }
  bool is_signed() const override { return false; }
  // Rows that are summed are shares no longer.
  bool makes_shares() const override { return parameters().averages_rows; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    const std::string sums = "Σ_{i ∈ I} Σ_{j ∈ J} {@0}_{i,j}";
    const bool averages = parameters().averages_rows;
    return {"{@out}_{I,J} = " + (averages ? "\\frac{1}{n_{I}} " + sums : sums),
            "{@out}_{$i,$j} = " + (averages ? "\\frac{1}{$count} " + sums : sums)};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    for (Index row = 0; row < out.rows(); ++row) {
      for (Index column = 0; column < out.cols(); ++column) {
        double sum = 0;
        for (const Index query : rows(row)) {
          for (const Index key : columns(column)) sum += static_cast<double>(inputs[0](query, key));
        }
        out(row, column) = static_cast<float>(sum / divisor(row));
      }
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSum;
    const double share = 1 / divisor(row);
    for (const Index query : rows(row)) {
      for (const Index key : columns(column)) {
        Term term;
        term.left = trace.at(stage.inputs[0], query, key);
        term.left_cell = {stage.inputs[0], query, key};
        term.right = share;
        term.has_right = share != 1;
        term.value = term.left * share;
        explanation.terms.push_back(term);
        explanation.result += term.value;
        explanation.magnitude += std::abs(term.value);
      }
    }
    explanation.formula =
        formula_of_cell(stage, row, column, {{"count", static_cast<Index>(rows(row).size())}});
    explanation.note = parameters().averages_rows ? "note.merged_pieces" : "note.summed_tokens";
    return explanation;
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    return Backward::blocked("note.gradient_shown_only");
  }

 private:
  const std::vector<Index>& rows(Index group) const { return parameters().rows[static_cast<size_t>(group)]; }
  const std::vector<Index>& columns(Index group) const {
    return parameters().columns[static_cast<size_t>(group)];
  }
  double divisor(Index row) const {
    return parameters().averages_rows ? static_cast<double>(rows(row).size()) : 1.0;
  }
};

}  // namespace

OperationPtr merge_tokens(MergedTokens merged) {
  return std::make_shared<MergeTokens>(std::move(merged));
}

}  // namespace engine
