// recurrence.cpp: one state that is carried from token to token, each step waiting for the one before. Elman
// 1990.
#include <cmath>

#include "engine/core/parameter_operation.h"
#include "engine/ops/products.h"
#include "engine/ops/relatives.h"

namespace engine {
namespace {

class Recurrence final : public ParameterOperation<bool> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "recurrence"; }
  Layout layout() const override { return Layout::kGather; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    const std::string state = linear() ? "$out_{t}" : "\\mathrm{tanh} $out_{t}";
    return {"$out_{t} = {$1} h_{t−1} + $0_{t}, h_{t} = " + state,
            "$out = Σ_{c} $1_{$j,c} h_{$before,c} + $0"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    for (Index row = 0; row < out.rows(); ++row) {
      out.row(row) = inputs[0].row(row);
      if (row > 0) out.row(row).noalias() += before(out.row(row - 1)) * inputs[1].transpose();
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    explanation.formula = row > 0 ? formula_of_cell(trace, stage, row, column, {{"before", row - 1}})
                                  : cell_formula("$out = $0", trace, stage, row, column);
    if (row > 0) {
      const int own = trace.find(stage.address).value();
      const Eigen::RowVectorXf state = before(trace.read_row(own, row - 1));
      const Matrix weights = trace.read_row(stage.inputs[1], column);
      for (Index c = 0; c < weights.cols(); ++c) {
        Term term;
        term.left = weights(0, c);
        term.left_cell = {stage.inputs[1], column, c};
        term.right = state(c);
        term.has_right = true;
        add(explanation, term, term.left * term.right);
      }
    }
    Term input;
    input.left = trace.at(stage.inputs[0], row, column);
    input.left_cell = {stage.inputs[0], row, column};
    add(explanation, input, input.left);
    explanation.note = row == 0 ? "note.recurrent_first" : "note.recurrent";
    return explanation;
  }

 private:
  bool linear() const { return parameters(); }

  // The state that a row of sums makes.
  template <class Row>
  Eigen::RowVectorXf before(const Row& sums) const {
    if (linear()) return sums;
    return sums.array().tanh().matrix();
  }

  static void add(Explanation& explanation, Term term, double value) {
    term.value = value;
    explanation.terms.push_back(term);
    explanation.result += value;
    explanation.magnitude += std::abs(value);
  }
};

class HyperbolicTangent final : public Operation {
 public:
  std::string_view name() const override { return "tanh"; }
  Layout layout() const override { return Layout::kElementwise; }

  FormulaTemplate formulas(size_t /*inputs*/) const override { return "$out = \\mathrm{tanh} $0"; }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out = inputs[0].array().tanh().matrix();
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kRule;
    Term term;
    term.left = trace.at(stage.inputs[0], row, column);
    term.left_cell = {stage.inputs[0], row, column};
    term.value = std::tanh(term.left);
    explanation.terms.push_back(term);
    explanation.formula = formula_of_cell(trace, stage, row, column);
    explanation.note = "note.tanh";
    explanation.result = term.value;
    explanation.magnitude = 1;
    return explanation;
  }
};

}  // namespace

OperationPtr recurrence(bool linear) {
  return std::make_shared<Recurrence>(linear);
}
OperationPtr hyperbolic_tangent() {
  static const OperationPtr kOnly = std::make_shared<HyperbolicTangent>();
  return kOnly;
}

}  // namespace engine
