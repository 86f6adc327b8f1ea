// layer_norm.cpp: normalises every token's vector to mean 0 and variance 1, then applies a learned scale and
// shift. Ba et al. 2016, eq. 4; the variance is the biased one, with epsilon inside the root.
#include <cmath>

#include "engine/core/parameter_operation.h"
#include "engine/kernels/row_kernels.h"
#include "engine/ops/by_rows.h"
#include "engine/ops/efficient.h"
#include "engine/ops/gradients.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

struct Moments {
  double mean = 0;
  double variance = 0;
};

// Of one row, in double precision: otherwise the variance of values far from 0 would drown in rounding.
Moments moments_of(const Eigen::ArrayXd& numbers) {
  const double mean = numbers.mean();
  return {mean, (numbers - mean).square().mean()};
}

// A row brought to mean 0 and variance 1, and what it was divided by.
struct NormalRow {
  template <class Numbers>
  NormalRow(const Numbers& numbers, double epsilon)
      : normal(numbers.transpose().array().template cast<double>()) {
    const Moments moments = moments_of(normal);
    divisor = std::sqrt(moments.variance + epsilon);
    normal = (normal - moments.mean) / divisor;
  }

  Eigen::ArrayXd normal;
  double divisor = 0;
};

// dY, X (L, d), weight (1, d) -> dX: with u = dY ∘ weight, z the normalised row and s its divisor,
// (u − mean(u) − z mean(u ∘ z)) / s. Ba et al. 2016, supplementary material.
class LayerNormGradient final : public ParameterOperation<double, ByRows<2>> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "layer_norm_gradient"; }
  bool follows_rows(size_t input) const override { return input < 2; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out = \\frac{u − \\mathrm{mean}(u) − z \\mathrm{mean}(u ⊙ z)}{\\sqrt{σ^{2} + ε}}, u = $0 ⊙ $2",
            "$out = \\frac{u_{$j} − \\mathrm{mean}(u) − z_{$j} \\mathrm{mean}(u ⊙ z)}{\\sqrt{σ^{2} + ε}}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    const auto& rows = kernels::row_kernels();
    for (Index row = 0; row < out.rows(); ++row) {
      const float* const x = inputs[1].row(row).data();
      rows.norm_gradient(rows.scale(x, out.cols(), parameters()), true, inputs[0].row(row).data(), x,
                         inputs[2].data(), out.row(row).data(), out.cols());
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation =
        explain_dot_product(trace, {{stage.inputs[0], row, 0}}, {{stage.inputs[2], 0, 0}}, stage.columns);
    explanation.arithmetic = Arithmetic::kCentred;
    explanation.formula = formula_of_cell(stage, row, column);
    const NormalRow numbers(trace.read_row(stage.inputs[1], row).row(0), parameters());
    Eigen::ArrayXd u(stage.columns);
    for (Index i = 0; i < u.size(); ++i) u[i] = explanation.terms[static_cast<size_t>(i)].value;
    const double along = (u * numbers.normal).mean();
    const double normal = numbers.normal[column];
    const double taken = u.mean() + normal * along;
    explanation.quantities = {{"quantity.gradient_here", u[column], Measure::kOwn},
                              {"quantity.gradient_mean", u.mean(), Measure::kMean},
                              {"quantity.normalised", normal, Measure::kNormalised},
                              {"quantity.gradient_along", along},
                              {"quantity.gradient_taken", taken, Measure::kTaken},
                              {"quantity.norm_factor", 1 / numbers.divisor, Measure::kFactor}};
    explanation.note = "note.layer_norm_gradient";
    explanation.result = (u[column] - taken) / numbers.divisor;
    explanation.magnitude =
        (std::abs(u[column]) + u.abs().mean() + std::abs(normal) * (u * numbers.normal).abs().mean()) /
        numbers.divisor;
    return explanation;
  }
};

// dY, X (L, d) -> (1, d): what the stretch of a column would change, dY ∘ z summed down it.
class LayerNormWeightGradient final : public ParameterOperation<double> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "norm_weight_gradient"; }
  Layout layout() const override { return Layout::kGather; }
  bool sums_rows() const override { return true; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out = Σ_{i} $0_{i} ⊙ z_{i}", "$out = Σ_{i} $0_{i,$j} z_{i,$j}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out.setZero();
    const auto& rows = kernels::row_kernels();
    for (Index row = 0; row < inputs[0].rows(); ++row) {
      const float* const x = inputs[1].row(row).data();
      rows.add_norm_weight_gradient(rows.scale(x, out.cols(), parameters()), inputs[0].row(row).data(), x,
                                    out.data(), out.cols());
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    explanation.formula = formula_of_cell(stage, row, column);
    for (Index i = 0; i < trace.stage(stage.inputs[0]).rows; ++i) {
      add_product(trace, {stage.inputs[0], i, column},
                  NormalRow(trace.read_row(stage.inputs[1], i).row(0), parameters()).normal[column],
                  explanation);
    }
    return explanation;
  }
};

class LayerNorm final : public ParameterOperation<double> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "layer_norm"; }
  Layout layout() const override { return Layout::kRowwise; }
  bool follows_rows(size_t input) const override { return input == 0; }
  Growth growth() const override { return Growth::kRow; }
  Normalisation normalisation() const override { return Normalisation::kDeviation; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out = \\frac{$0 − μ}{\\sqrt{σ^{2} + ε}} ⊙ $1 + $2",
            "$out = \\frac{$0 − μ_{$i}}{\\sqrt{σ_{$i}^{2} + ε}} $1_{$j} + $2_{$j}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    const auto& rows = kernels::row_kernels();
    for (Index row = 0; row < out.rows(); ++row) {
      const float* const x = inputs[0].row(row).data();
      rows.normalise(rows.scale(x, out.cols(), epsilon()), x, inputs[1].data(), inputs[2].data(),
                     out.row(row).data(), out.cols());
    }
  }

  // Shows the whole row, since mean and variance depend on it; the cell's own value takes the affine step.
  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kNormalise;
    const Matrix numbers = trace.read_row(stage.inputs[0], row);
    const Moments moments = moments_of(numbers.row(0).transpose().array().cast<double>());
    for (Index i = 0; i < numbers.cols(); ++i) {
      Term term;
      term.left = numbers(0, i);
      term.left_cell = {stage.inputs[0], row, i};
      term.value = (term.left - moments.mean) * (term.left - moments.mean);
      explanation.terms.push_back(term);
    }
    const double weight = trace.at(stage.inputs[1], 0, column);
    const double bias = trace.at(stage.inputs[2], 0, column);
    const double centred = numbers(0, column) - moments.mean;
    const double normal = centred / std::sqrt(moments.variance + epsilon());
    explanation.quantities = {{"quantity.mean", moments.mean, Measure::kMean},
                              {"quantity.variance", moments.variance, Measure::kVariance},
                              {"quantity.epsilon", epsilon(), Measure::kEpsilon},
                              {"quantity.normalised", normal, Measure::kNormalised},
                              {"quantity.norm_weight", weight, Measure::kWeight},
                              {"quantity.norm_bias", bias, Measure::kBias}};
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.result = normal * weight + bias;
    explanation.magnitude = std::abs(normal * weight) + std::abs(bias);
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> /*inputs*/) const override {
    if (input == 0) return {std::make_shared<LayerNormGradient>(epsilon()), {Backward::kGradient, 0, 1}};
    if (input == 1) return {std::make_shared<LayerNormWeightGradient>(epsilon()), {Backward::kGradient, 0}};
    return {column_sums(), {Backward::kGradient}};
  }

 private:
  double epsilon() const { return parameters(); }
};

}  // namespace

OperationPtr layer_norm(double epsilon) {
  return std::make_shared<LayerNorm>(epsilon);
}

}  // namespace engine
