// softmax_rows.cpp: turns each row of scores into weights that sum to 1.
// Vaswani et al. 2017, eq. 1.
#include <cmath>

#include "engine/kernels/row_kernels.h"
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
    for (Index row = 0; row < out.rows(); ++row)
      kernels::row_kernels().softmax_gradient(inputs[0].row(row).data(), inputs[1].row(row).data(),
                                              out.row(row).data(), out.cols());
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
    for (Index query = 0; query < out.rows(); ++query)
      kernels::row_kernels().softmax(inputs[0].row(query).data(), out.row(query).data(), out.cols());
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
};

}  // namespace

OperationPtr softmax_rows() {
  static const OperationPtr kOnly = std::make_shared<SoftmaxRows>();
  return kOnly;
}

}  // namespace engine
