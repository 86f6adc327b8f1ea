// softmax_rows.cpp: turns each row of scores into weights that sum to 1.
// Vaswani et al. 2017, eq. 1.
#include <cmath>

#include "engine/ops/gradients.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

// dA and A (L, T) -> A ∘ (dA − r), r the row's mean of dA by the weights: what lifts every score of a row
// alike changes no weight.
class SoftmaxGradient final : public Operation {
 public:
  std::string_view name() const override { return "softmax_gradient"; }
  Layout layout() const override { return Layout::kElementwise; }
  bool follows_rows(size_t /*input*/) const override { return true; }
  std::string_view sign() const override { return ","; }
  bool keeps_scale() const override { return false; }
  bool is_elementwise() const override { return false; }
  Block unit(const Block& wanted, const Shape& result) const override {
    return {wanted.row, 0, wanted.rows, result.columns};
  }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out = $1 ⊙ ($0 − r), r_{i} = Σ_{c} $0_{i,c} $1_{i,c}",
            "$out = $1 ($0 − Σ_{c} $0_{$i,c} $1_{$i,c})"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    for (Index row = 0; row < out.rows(); ++row) {
      const auto gradient = inputs[0].row(row).array();
      const auto weight = inputs[1].row(row).array();
      out.row(row).array() = weight * (gradient - (gradient * weight).sum());
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation =
        explain_dot_product(trace, {{stage.inputs[0], row, 0}}, {{stage.inputs[1], row, 0}}, stage.columns);
    explanation.arithmetic = Arithmetic::kCentred;
    explanation.formula = formula_of_cell(stage, row, column);
    const double own = trace.at(stage.inputs[0], row, column);
    const double weight = trace.at(stage.inputs[1], row, column);
    const double mean = explanation.result;
    explanation.quantities = {{"quantity.gradient_here", own, Measure::kOwn},
                              {"quantity.gradient_row_mean", mean, Measure::kTaken},
                              {"quantity.softmax_weight", weight, Measure::kFactor}};
    explanation.note = "note.softmax_gradient";
    explanation.result = weight * (own - mean);
    explanation.magnitude = std::abs(weight) * (std::abs(own) + explanation.magnitude);
    return explanation;
  }
};

class SoftmaxRows final : public Operation {
 public:
  std::string_view name() const override { return "softmax"; }
  Layout layout() const override { return Layout::kRowwise; }
  bool follows_rows(size_t /*input*/) const override { return true; }
  Growth growth() const override { return Growth::kShares; }
  bool is_signed() const override { return false; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out = \\mathrm{softmax}_{\\mathrm{row}}($0)",
            "$out = \\frac{e^{$0 − m}}{Σ_{j} e^{$0_{$i,j} − m}}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    const ConstView& scores = inputs[0];
    for (Index query = 0; query < scores.rows(); ++query) {
      const float peak = scores.row(query).maxCoeff();
      if (peak == -kInfinity) {
        out.row(query).setZero();
        continue;
      }
      // Subtracting the row's peak changes no weight, and keeps exp() finite.
      out.row(query) = (scores.row(query).array() - peak).exp().matrix();
      hide(scores, query, out);
      out.row(query) /= out.row(query).sum();
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSoftmax;
    explanation.formula = formula_of_cell(stage, row, column);
    const Matrix scores = trace.read_row(stage.inputs[0], row);
    const double peak = scores.maxCoeff();
    const bool blind = peak == -kInfinity;
    double sum = 0;
    for (Index key = 0; key < scores.cols(); ++key) {
      Term term;
      term.left = scores(0, key);
      term.left_cell = {stage.inputs[0], row, key};
      term.value = blind ? 0.0 : std::exp(term.left - peak);
      sum += term.value;
      explanation.terms.push_back(term);
    }
    const bool of_tokens = stage.column_axis == Axis::kVocabulary;
    explanation.quantities = {{"quantity.row_max", peak, Measure::kMaximum},
                              {of_tokens ? "quantity.logit_sum" : "quantity.row_sum", sum, Measure::kSum}};
    if (blind) explanation.note = "note.blind_row";
    explanation.result = blind ? 0.0 : explanation.terms[static_cast<size_t>(column)].value / sum;
    explanation.magnitude = 1;
    return explanation;
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    static const OperationPtr kOnly = std::make_shared<SoftmaxGradient>();
    return {kOnly, {Backward::kGradient, Backward::kResult}};
  }

 private:
  // Eigen's vectorised exp() gives a tiny value for -inf: hidden keys are set to exactly 0. A separate pass,
  // so that both loops vectorise.
  static void hide(const ConstView& scores, Index query, View& out) {
    const float* score = scores.row(query).data();
    float* weight = out.row(query).data();
    for (Index key = 0; key < scores.cols(); ++key)
      weight[key] = score[key] == -kInfinity ? 0.0f : weight[key];
  }
};

}  // namespace

OperationPtr softmax_rows() {
  static const OperationPtr kOnly = std::make_shared<SoftmaxRows>();
  return kOnly;
}

}  // namespace engine
