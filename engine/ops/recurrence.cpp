// recurrence.cpp: a state carried from token to token, each step waiting for the one before. Elman 1990.
#include <cmath>
#include <utility>
#include <vector>

#include "engine/core/parameter_operation.h"
#include "engine/ops/gradients.h"
#include "engine/ops/products.h"
#include "engine/ops/relatives.h"

namespace engine {
namespace {

// The state that a row of sums makes.
template <class Row>
Eigen::RowVectorXf state_of(const Row& sums, bool linear) {
  if (linear) return sums;
  return sums.array().tanh().matrix();
}

// How steep that is there: 1 − h².
template <class Row>
Eigen::RowVectorXf slopes_of(const Row& sums, bool linear) {
  if (linear) return Eigen::RowVectorXf::Ones(sums.cols());
  return (1 - sums.array().tanh().square()).matrix();
}

// dS, W, S -> G (n, d): the gradient of each sum, those of all states behind it included. Backpropagation
// through time: Werbos 1990.
void carry_back_through_time(const ConstView& gradient, const ConstView& weights, const ConstView& sums,
                             bool linear, View out) {
  out = gradient;
  for (Index row = out.rows() - 1; row-- > 0;) {
    const Eigen::RowVectorXf sent = out.row(row + 1) * weights;
    out.row(row) += sent.cwiseProduct(slopes_of(sums.row(row), linear));
  }
}

// dS (n, d), W (d, d), S (n, d) -> G (n, d): what an input adds to its sum, the sum itself adds too.
class RecurrenceGradient final : public ParameterOperation<bool> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "recurrence_gradient"; }
  Layout layout() const override { return Layout::kGather; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    if (linear()) {
      return {"$out_{t} = $0_{t} + $out_{t+1} $1", "$out = $0 + Σ_{c} $out_{$after,c} $1_{c,$j}"};
    }
    return {"$out_{t} = $0_{t} + ($out_{t+1} $1) ⊙ (1 − {\\mathrm{tanh}}^{2} $2_{t})",
            "$out = $0 + (1 − {\\mathrm{tanh}}^{2} $2) Σ_{c} $out_{$after,c} $1_{c,$j}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    carry_back_through_time(inputs[0], inputs[1], inputs[2], linear(), out);
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    add_addend(trace, {stage.inputs[0], row, column}, explanation);
    if (row + 1 == stage.rows) {
      explanation.formula = CellFormula{"$out = $0", row, column};
      explanation.note = "note.gradient_recurrent_last";
      return explanation;
    }
    const double sum = trace.at(stage.inputs[2], row, column);
    const double slope = linear() ? 1 : 1 - std::tanh(sum) * std::tanh(sum);
    const int own = trace.find(stage.address).value();
    const Matrix weights = trace.read_column(stage.inputs[1], column);
    for (Index c = 0; c < weights.rows(); ++c) {
      add_product(trace, {own, row + 1, c}, weights(c, 0) * slope, explanation);
      // The slope is a difference from 1: errors are measured without it.
      const Term& term = explanation.terms.back();
      explanation.magnitude += std::abs(term.left * weights(c, 0)) - std::abs(term.value);
    }
    explanation.formula = formula_of_cell(stage, row, column, {{"after", Ordinal{row + 1}}});
    explanation.note = linear() ? "note.gradient_recurrent_linear" : "note.gradient_recurrent";
    return explanation;
  }

 private:
  bool linear() const { return parameters(); }
};

// dS (n, d), W (d, d), S (n, d) -> (d, d): the same weights carry every state on, so all steps add up.
class RecurrenceWeightGradient final : public ParameterOperation<bool> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "recurrence_weight_gradient"; }
  Layout layout() const override { return Layout::kGather; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    const std::string slopes = linear() ? "" : " ⊙ (1 − h_{t}^{2})";
    return {"$out = Σ_{t} {g_{t}}^{T} h_{t−1}, g_{t} = $0_{t} + (g_{t+1} $1)" + slopes,
            "$out = Σ_{t} g_{t,$i} h_{t−1,$j}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out.setZero();
    const Matrix all = gradients(inputs);
    for (Index row = 1; row < all.rows(); ++row)
      out.noalias() += all.row(row).transpose() * state_of(inputs[2].row(row - 1), linear());
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    std::vector<Matrix> numbers;
    for (const int input : stage.inputs)
      numbers.push_back(trace.read(input, 0, 0, trace.stage(input).rows, trace.stage(input).columns));
    const std::vector<ConstView> views = {whole(std::as_const(numbers[0])), whole(std::as_const(numbers[1])),
                                          whole(std::as_const(numbers[2]))};
    const Matrix all = gradients(views);
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    for (Index step = 1; step < all.rows(); ++step) {
      const double sum = numbers[2](step - 1, column);
      Term term;
      term.left = all(step, row);
      term.right = linear() ? sum : std::tanh(sum);
      term.has_right = true;
      if (linear()) term.right_cell = {stage.inputs[2], step - 1, column};
      term.value = term.left * term.right;
      explanation.terms.push_back(term);
      explanation.result += term.value;
      explanation.magnitude += std::abs(term.value);
    }
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.note = "note.gradient_through_time";
    return explanation;
  }

 private:
  bool linear() const { return parameters(); }

  // G, as recurrence_gradient makes it.
  Matrix gradients(std::span<const ConstView> inputs) const {
    Matrix all(inputs[0].rows(), inputs[0].cols());
    carry_back_through_time(inputs[0], inputs[1], inputs[2], linear(), whole(all));
    return all;
  }
};

class TanhSlope final : public SlopeOperation {
 protected:
  double slope(double x) const override { return 1 - std::tanh(x) * std::tanh(x); }
  std::string_view function() const override { return "tanh"; }
};

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
      if (row > 0) out.row(row).noalias() += state_of(out.row(row - 1), linear()) * inputs[1].transpose();
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    explanation.formula = row > 0 ? formula_of_cell(stage, row, column, {{"before", Ordinal{row - 1}}})
                                  : CellFormula{"$out = $0", row, column};
    if (row > 0) {
      const int own = trace.find(stage.address).value();
      const Eigen::RowVectorXf state = state_of(trace.read_row(own, row - 1).row(0), linear());
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

  Backward backward(size_t input, std::span<const Shape> /*inputs*/) const override {
    const std::vector<int> operands = {Backward::kGradient, 1, Backward::kResult};
    if (input == 0) return {std::make_shared<RecurrenceGradient>(linear()), operands};
    return {std::make_shared<RecurrenceWeightGradient>(linear()), operands};
  }

 private:
  bool linear() const { return parameters(); }

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
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.note = "note.tanh";
    explanation.result = term.value;
    explanation.magnitude = 1;
    return explanation;
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    static const OperationPtr kOnly = std::make_shared<TanhSlope>();
    return {kOnly, {Backward::kGradient, 0}};
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
