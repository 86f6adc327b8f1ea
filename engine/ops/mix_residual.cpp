// mix_residual.cpp: a layer's map with its residual connection: half of what a token reads, half itself.
// Abnar & Zuidema 2020, sec. 3: A = 0.5 W + 0.5 I, rows divided by their sum.
#include <cmath>
#include <vector>

#include "engine/ops/gradients.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

constexpr double kHalf = 0.5;

// Weights typed by hand may have any sum; a row with sum 0 stays as it is.
template <class Number>
Number divisor(Number sum) {
  return sum == 0 ? Number{1} : sum;
}

// The sum of a row of the two maps' mean.
double mixed_sum(const Trace& trace, const std::vector<int>& maps, Index row) {
  double sum = 0;
  for (const int map : maps) sum += kHalf * trace.read_row(map, row).cast<double>().sum();
  return sum;
}

// dY, Y, A, I (T, T) -> the gradient of A, which is that of I: ½ (dY − r) / s, with s what the row was
// divided by and r the row's mean of dY by Y: what stretches a row changes none of its shares.
class MixResidualGradient final : public Operation {
 public:
  std::string_view name() const override { return "mix_residual_gradient"; }
  Layout layout() const override { return Layout::kElementwise; }
  std::string_view sign() const override { return ","; }
  bool is_elementwise() const override { return false; }
  Block unit(const Block& wanted, const Shape& result) const override {
    return {wanted.row, 0, wanted.rows, result.columns};
  }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {
        "$out = \\frac{$0 − r}{2 s}, r_{i} = Σ_{c} $0_{i,c} $1_{i,c}, s_{i} = \\frac{1}{2} Σ_{c} "
        "($2_{i,c} + $3_{i,c})",
        "$out = \\frac{$0 − Σ_{c} $0_{$i,c} $1_{$i,c}}{Σ_{c} ($2_{$i,c} + $3_{$i,c})}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    for (Index row = 0; row < out.rows(); ++row) {
      const auto gradient = inputs[0].row(row).array();
      const float mean = (gradient * inputs[1].row(row).array()).sum();
      const float half = static_cast<float>(kHalf);
      const float sum = ((inputs[2].row(row) + inputs[3].row(row)) * half).sum();
      out.row(row).array() = (gradient - mean) * (half / divisor(sum));
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation =
        explain_dot_product(trace, {{stage.inputs[0], row, 0}}, {{stage.inputs[1], row, 0}}, stage.columns);
    explanation.arithmetic = Arithmetic::kCentred;
    explanation.formula = formula_of_cell(stage, row, column);
    const double sum = mixed_sum(trace, {stage.inputs[2], stage.inputs[3]}, row);
    const double own = trace.at(stage.inputs[0], row, column);
    const double mean = explanation.result;
    const double factor = kHalf / divisor(sum);
    explanation.quantities = {{"quantity.gradient_here", own, Measure::kOwn},
                              {"quantity.gradient_row_mean", mean, Measure::kTaken},
                              {"quantity.mixed_row_sum", sum},
                              {"quantity.gradient_mixed_factor", factor, Measure::kFactor}};
    explanation.note = "note.gradient_mixed";
    explanation.result = factor * (own - mean);
    explanation.magnitude = std::abs(factor) * (std::abs(own) + explanation.magnitude);
    return explanation;
  }
};

class MixResidual final : public Operation {
 public:
  std::string_view name() const override { return "mix_residual"; }
  Layout layout() const override { return Layout::kElementwise; }
  bool is_signed() const override { return false; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out = \\frac{1}{2} $0 + \\frac{1}{2} $1", "$out = \\frac{1}{2} $0 + \\frac{1}{2} $1"};
  }

  // A fully masked row reads only itself: its sum is one half before the division.
  void forward(std::span<const ConstView> inputs, View out) const override {
    out = (inputs[0] + inputs[1]) * static_cast<float>(kHalf);
    for (Index row = 0; row < out.rows(); ++row) out.row(row) /= divisor(out.row(row).sum());
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSum;
    const double sum = mixed_sum(trace, stage.inputs, row);
    for (const int input : stage.inputs) {
      Term term;
      term.left = trace.at(input, row, column);
      term.left_cell = {input, row, column};
      term.right = kHalf / divisor(sum);
      term.has_right = true;
      term.value = term.left * term.right;
      explanation.terms.push_back(term);
      explanation.result += term.value;
      explanation.magnitude += std::abs(term.value);
    }
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.quantities.push_back({"quantity.mixed_row_sum", sum});
    if (std::abs(sum - 2 * kHalf) > 1e-3) explanation.note = "note.mixed_row";
    return explanation;
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    static const OperationPtr kOnly = std::make_shared<MixResidualGradient>();
    return {kOnly, {Backward::kGradient, Backward::kResult, 0, 1}};
  }
};

}  // namespace

OperationPtr mix_residual() {
  static const OperationPtr kOnly = std::make_shared<MixResidual>();
  return kOnly;
}

}  // namespace engine
