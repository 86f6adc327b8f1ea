// layer_norm.cpp: brings every token's vector to mean 0 and variance 1, then stretches and shifts it as
// learned. Ba et al. 2016, eq. 4; the variance is the biased one, epsilon stands inside the root.
#include <cmath>

#include "engine/core/parameter_operation.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

struct Moments {
  double mean = 0;
  double variance = 0;
};

// Of one row, in double: the variance of numbers far from 0 would drown in rounding otherwise.
Moments moments_of(const Eigen::ArrayXd& numbers) {
  const double mean = numbers.mean();
  return {mean, (numbers - mean).square().mean()};
}

class LayerNorm final : public ParameterOperation<double> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "layer_norm"; }
  Layout layout() const override { return Layout::kRowwise; }
  Growth growth() const override { return Growth::kRow; }
  Normalisation normalisation() const override { return Normalisation::kDeviation; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out = \\frac{$0 − μ}{\\sqrt{σ^{2} + ε}} ⊙ $1 + $2",
            "$out = \\frac{$0 − μ_{$i}}{\\sqrt{σ_{$i}^{2} + ε}} $1_{$j} + $2_{$j}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    const auto weight = inputs[1].row(0).array();
    const auto bias = inputs[2].row(0).array();
    Eigen::ArrayXd numbers(out.cols());
    for (Index row = 0; row < out.rows(); ++row) {
      numbers = inputs[0].row(row).transpose().array().cast<double>();
      const Moments moments = moments_of(numbers);
      numbers = (numbers - moments.mean) / std::sqrt(moments.variance + epsilon());
      out.row(row).array() = numbers.transpose().cast<float>() * weight + bias;
    }
  }

  // The row is shown whole, since mean and variance are made of it; the cell's own number goes the affine
  // way.
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
    explanation.formula = formula_of_cell(trace, stage, row, column);
    explanation.result = normal * weight + bias;
    explanation.magnitude = std::abs(normal * weight) + std::abs(bias);
    return explanation;
  }

 private:
  double epsilon() const { return parameters(); }
};

}  // namespace

OperationPtr layer_norm(double epsilon) {
  return std::make_shared<LayerNorm>(epsilon);
}

}  // namespace engine
