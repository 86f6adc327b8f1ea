// batch_norm.cpp: brings every channel to mean 0 and variance 1, then stretches and shifts it: in training by
// the numbers of the batch, afterwards by what training kept of them. Ioffe & Szegedy 2015 (1502.03167).
#include <cmath>

#include "engine/core/parameter_operation.h"
#include "engine/ops/efficient.h"
#include "engine/ops/gradients.h"
#include "engine/ops/operations.h"
#include "engine/ops/pictures.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

using Channels = Eigen::Array<double, 1, Eigen::Dynamic>;

// Of each column, in double precision.
struct ChannelMoments {
  ChannelMoments(const ConstView& numbers, double epsilon) {
    const auto rows = static_cast<double>(numbers.rows());
    mean = Channels::Zero(numbers.cols());
    variance = Channels::Zero(numbers.cols());
    for (Index row = 0; row < numbers.rows(); ++row) mean += numbers.row(row).array().cast<double>();
    mean /= rows;
    for (Index row = 0; row < numbers.rows(); ++row)
      variance += (numbers.row(row).array().cast<double>() - mean).square();
    variance /= rows;
    shrink = (variance + epsilon).rsqrt();
  }

  Channels normal(const ConstView& numbers, Index row) const {
    return (numbers.row(row).array().cast<double>() - mean) * shrink;
  }

  Channels mean, variance, shrink;
};

// What the statistics of a channel make of its numbers: a factor, and what is taken off first.
std::vector<Quantity> quantities_of(double mean, double variance, double epsilon, double factor) {
  return {{"quantity.mean", mean, Measure::kMean},
          {"quantity.variance", variance, Measure::kVariance},
          {"quantity.epsilon", epsilon, Measure::kEpsilon},
          {"quantity.norm_factor", factor, Measure::kFactor}};
}

// dY, X (n, c), weight (1, c) -> dX: with u = dY ∘ weight, z the normal column and s its divisor, (u −
// mean(u) − z mean(u ∘ z)) / s.
class BatchNormGradient final : public ParameterOperation<double> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "batch_norm_gradient"; }
  Layout layout() const override { return Layout::kGather; }
  bool takes_stacks() const override { return true; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out = \\frac{u − \\mathrm{mean}(u) − z \\mathrm{mean}(u ⊙ z)}{\\sqrt{σ^{2} + ε}}, u = $0 ⊙ $2",
            "$out = \\frac{u_{$i} − \\mathrm{mean}(u) − z_{$i} \\mathrm{mean}(u ⊙ z)}{\\sqrt{σ^{2} + ε}}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    const ChannelMoments moments(inputs[1], parameters());
    const auto [mean, along] = means_of(inputs, moments);
    const Channels weight = inputs[2].row(0).array().cast<double>();
    for (Index row = 0; row < out.rows(); ++row) {
      const Channels u = inputs[0].row(row).array().cast<double>() * weight;
      out.row(row) =
          ((u - mean - moments.normal(inputs[1], row) * along) * moments.shrink).cast<float>().matrix();
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Matrix gradient = trace.read_column(stage.inputs[0], column);
    const Matrix x = trace.read_column(stage.inputs[1], column);
    const Matrix weight = trace.read(stage.inputs[2], 0, column, 1, 1);
    const std::vector<ConstView> inputs = {whole(gradient), whole(x), whole(weight)};
    const ChannelMoments moments(inputs[1], parameters());
    const auto [mean, along] = means_of(inputs, moments);
    const double normal = moments.normal(inputs[1], row)[0];
    const double own = double{gradient(row, 0)} * double{weight(0, 0)};
    const double taken = mean[0] + normal * along[0];
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kCentred;
    explanation.formula = formula_of_cell(stage, row, column);
    for (Index i = 0; i < gradient.rows(); ++i)
      add_product(trace, {stage.inputs[0], i, column}, {stage.inputs[2], 0, column}, explanation);
    const double sizes = explanation.magnitude / static_cast<double>(gradient.rows());
    explanation.quantities = {{"quantity.gradient_here", own, Measure::kOwn},
                              {"quantity.gradient_mean", mean[0], Measure::kMean},
                              {"quantity.normalised", normal, Measure::kNormalised},
                              {"quantity.gradient_along", along[0]},
                              {"quantity.gradient_taken", taken, Measure::kTaken},
                              {"quantity.norm_factor", moments.shrink[0], Measure::kFactor}};
    explanation.note = "note.batch_norm_gradient";
    explanation.result = (own - taken) * moments.shrink[0];
    explanation.magnitude = (std::abs(own) + sizes * (1 + std::abs(normal))) * moments.shrink[0];
    return explanation;
  }

 private:
  struct Means {
    Channels mean, along;
  };
  static Means means_of(std::span<const ConstView> inputs, const ChannelMoments& moments) {
    const Channels weight = inputs[2].row(0).array().cast<double>();
    Means means{Channels::Zero(inputs[0].cols()), Channels::Zero(inputs[0].cols())};
    for (Index row = 0; row < inputs[0].rows(); ++row) {
      const Channels u = inputs[0].row(row).array().cast<double>() * weight;
      means.mean += u;
      means.along += u * moments.normal(inputs[1], row);
    }
    means.mean /= static_cast<double>(inputs[0].rows());
    means.along /= static_cast<double>(inputs[0].rows());
    return means;
  }
};

// dY, X (n, c) -> (1, c): what the stretch of a channel would change.
class BatchNormWeightGradient final : public ParameterOperation<double> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "batch_norm_weight_gradient"; }
  Layout layout() const override { return Layout::kGather; }
  bool sums_rows() const override { return true; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out = Σ_{i} $0_{i} ⊙ z_{i}", "$out = Σ_{i} $0_{i,$j} z_{i,$j}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    const ChannelMoments moments(inputs[1], parameters());
    Channels sum = Channels::Zero(out.cols());
    for (Index row = 0; row < inputs[0].rows(); ++row)
      sum += inputs[0].row(row).array().cast<double>() * moments.normal(inputs[1], row);
    out.row(0) = sum.cast<float>().matrix();
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Matrix x = trace.read_column(stage.inputs[1], column);
    const ChannelMoments moments(whole(x), parameters());
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    explanation.formula = formula_of_cell(stage, row, column);
    for (Index i = 0; i < x.rows(); ++i)
      add_product(trace, {stage.inputs[0], i, column}, moments.normal(whole(x), i)[0], explanation);
    return explanation;
  }
};

class BatchNormOfBatch final : public ParameterOperation<double> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "batch_norm_of_batch"; }
  Layout layout() const override { return Layout::kGather; }
  bool takes_stacks() const override { return true; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out = \\frac{$0 − μ}{\\sqrt{σ^{2} + ε}} ⊙ $1 + $2",
            "$out = \\frac{$0 − μ_{$j}}{\\sqrt{σ_{$j}^{2} + ε}} $1_{$j} + $2_{$j}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    const ChannelMoments moments(inputs[0], parameters());
    const Channels weight = inputs[1].row(0).array().cast<double>();
    const Channels bias = inputs[2].row(0).array().cast<double>();
    for (Index row = 0; row < out.rows(); ++row)
      out.row(row) = (moments.normal(inputs[0], row) * weight + bias).cast<float>().matrix();
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Matrix x = trace.read_column(stage.inputs[0], column);
    const ChannelMoments moments(whole(x), parameters());
    const double factor = moments.shrink[0] * double{trace.at(stage.inputs[1], 0, column)};
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    add_product(trace, {stage.inputs[0], row, column}, factor, explanation);
    const Term mean{
        .left = moments.mean[0], .right = -factor, .has_right = true, .value = -moments.mean[0] * factor};
    explanation.terms.push_back(mean);
    explanation.result += mean.value;
    explanation.magnitude += std::abs(mean.value);
    add_addend(trace, {stage.inputs[2], 0, column}, explanation);
    explanation.quantities = quantities_of(moments.mean[0], moments.variance[0], parameters(), factor);
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.note = "note.batch_norm_of_batch";
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> /*inputs*/) const override {
    if (input == 0) return {std::make_shared<BatchNormGradient>(parameters()), {Backward::kGradient, 0, 1}};
    if (input == 1)
      return {std::make_shared<BatchNormWeightGradient>(parameters()), {Backward::kGradient, 0}};
    return {column_sums(), {Backward::kGradient}};
  }
};

class BatchNorm final : public ParameterOperation<double> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "batch_norm"; }
  Layout layout() const override { return Layout::kRowwise; }
  bool follows_rows(size_t input) const override { return input == 0; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out = \\frac{$0 − $3}{\\sqrt{$4 + ε}} ⊙ $1 + $2",
            "$out = \\frac{$0 − $3_{$j}}{\\sqrt{$4_{$j} + ε}} $1_{$j} + $2_{$j}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    const auto wide = [&](size_t input) { return inputs[input].row(0).array().cast<double>(); };
    const Channels factor = wide(1) * (wide(4) + parameters()).rsqrt();
    const Channels mean = wide(3);
    const Channels bias = wide(2);
    for (Index row = 0; row < out.rows(); ++row)
      out.row(row) =
          ((inputs[0].row(row).array().cast<double>() - mean) * factor + bias).cast<float>().matrix();
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const auto of_channel = [&](size_t input) { return double{trace.at(stage.inputs[input], 0, column)}; };
    const double factor = of_channel(1) / std::sqrt(of_channel(4) + parameters());
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    add_product(trace, {stage.inputs[0], row, column}, factor, explanation);
    add_product(trace, {stage.inputs[3], 0, column}, -factor, explanation);
    add_addend(trace, {stage.inputs[2], 0, column}, explanation);
    explanation.quantities = quantities_of(of_channel(3), of_channel(4), parameters(), factor);
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.note = "note.batch_norm";
    return explanation;
  }

  // By links: what training needs is batch_norm_of_batch().
  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    const double epsilon = parameters();
    return by_links(engine::batch_norm(epsilon), input, inputs.size(),
                    [input, epsilon](std::span<const ConstView> operands, const VisitLink& visit) {
                      for (Index row = 0; row < operands[1].rows(); ++row) {
                        for (Index j = 0; j < operands[1].cols(); ++j) {
                          const double divisor = std::sqrt(double{operands[5](0, j)} + epsilon);
                          const double away = double{operands[1](row, j)} - double{operands[4](0, j)};
                          const double weight = operands[2](0, j);
                          if (input == 0) visit(row, j, row, j, weight / divisor);
                          if (input == 1) visit(row, j, 0, j, away / divisor);
                          if (input == 2) visit(row, j, 0, j, 1);
                          if (input == 3) visit(row, j, 0, j, -weight / divisor);
                          if (input == 4)
                            visit(row, j, 0, j, -weight * away / (2 * divisor * divisor * divisor));
                        }
                      }
                    });
  }
};

}  // namespace

OperationPtr batch_norm(double epsilon) {
  return std::make_shared<BatchNorm>(epsilon);
}

OperationPtr batch_norm_of_batch(double epsilon) {
  return std::make_shared<BatchNormOfBatch>(epsilon);
}

}  // namespace engine
