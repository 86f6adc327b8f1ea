// rms_norm.cpp: normalises every token's vector to a root mean square of 1, then applies a learned scale.
// Zhang & Sennrich 2019, eq. 4; with epsilon inside the root.
#include <cmath>

#include "engine/core/parameter_operation.h"
#include "engine/kernels/row_kernels.h"
#include "engine/ops/by_rows.h"
#include "engine/ops/gradients.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

// Of one row, in double precision like the layer norm's moments.
template <class Row>
double mean_square(const Row& row) {
  return row.template cast<double>().array().square().mean();
}

// dY, X (L, d), weight (1, d) -> dX: with u = dY ∘ weight, z the normalised row and s its divisor,
// (u − z mean(u ∘ z)) / s.
class RmsNormGradient final : public ParameterOperation<double, ByRows<2>> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "rms_norm_gradient"; }
  bool follows_rows(size_t input) const override { return input < 2; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {
        "$out = \\frac{u − z \\mathrm{mean}(u ⊙ z)}{\\sqrt{\\mathrm{mean}({$1}^{2}) + ε}}, u = $0 ⊙ $2",
        "$out = \\frac{u_{$j} − z_{$j} \\mathrm{mean}(u ⊙ z)}{\\sqrt{\\mathrm{mean}_{c} $1_{$i,c}^{2} + ε}}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    const auto& rows = kernels::row_kernels();
    for (Index row = 0; row < out.rows(); ++row) {
      const float* const x = inputs[1].row(row).data();
      rows.norm_gradient(rows.scale_by_square(x, out.cols(), parameters()), false, inputs[0].row(row).data(),
                         x, inputs[2].data(), out.row(row).data(), out.cols());
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation =
        explain_dot_product(trace, {{stage.inputs[0], row, 0}}, {{stage.inputs[2], 0, 0}}, stage.columns);
    explanation.arithmetic = Arithmetic::kCentred;
    explanation.formula = formula_of_cell(stage, row, column);
    const Matrix numbers = trace.read_row(stage.inputs[1], row);
    const double divisor = std::sqrt(mean_square(numbers.row(0)) + parameters());
    const Eigen::ArrayXd normals = numbers.row(0).transpose().array().cast<double>() / divisor;
    Eigen::ArrayXd u(stage.columns);
    for (Index i = 0; i < u.size(); ++i) u[i] = explanation.terms[static_cast<size_t>(i)].value;
    const double along = (u * normals).mean();
    const double normal = normals[column];
    explanation.quantities = {{"quantity.gradient_here", u[column], Measure::kOwn},
                              {"quantity.rms_normalised", normal, Measure::kNormalised},
                              {"quantity.gradient_along", along},
                              {"quantity.gradient_taken", normal * along, Measure::kTaken},
                              {"quantity.norm_factor", 1 / divisor, Measure::kFactor}};
    explanation.note = "note.rms_norm_gradient";
    explanation.result = (u[column] - normal * along) / divisor;
    explanation.magnitude = (std::abs(u[column]) + std::abs(normal) * (u * normals).abs().mean()) / divisor;
    return explanation;
  }
};

// dY, X (L, d) -> (1, d): dY ∘ z summed down each column.
class RmsNormWeightGradient final : public ParameterOperation<double> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "rms_norm_weight_gradient"; }
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
      rows.add_norm_weight_gradient(rows.scale_by_square(x, out.cols(), parameters()),
                                    inputs[0].row(row).data(), x, out.data(), out.cols());
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    explanation.formula = formula_of_cell(stage, row, column);
    for (Index i = 0; i < trace.stage(stage.inputs[0]).rows; ++i) {
      const Matrix numbers = trace.read_row(stage.inputs[1], i);
      add_product(trace, {stage.inputs[0], i, column},
                  numbers(0, column) / std::sqrt(mean_square(numbers.row(0)) + parameters()), explanation);
    }
    return explanation;
  }
};

class RmsNorm final : public ParameterOperation<double> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "rms_norm"; }
  Layout layout() const override { return Layout::kRowwise; }
  bool follows_rows(size_t input) const override { return input == 0; }
  Normalisation normalisation() const override { return Normalisation::kRootMeanSquare; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out = \\frac{$0}{\\sqrt{\\mathrm{mean}({$0}^{2}) + ε}} ⊙ $1",
            "$out = \\frac{$0}{\\sqrt{\\mathrm{mean}_{c} $0_{$i,c}^{2} + ε}} $1_{$j}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    const auto& rows = kernels::row_kernels();
    for (Index row = 0; row < out.rows(); ++row) {
      const float* const x = inputs[0].row(row).data();
      rows.normalise(rows.scale_by_square(x, out.cols(), epsilon()), x, inputs[1].data(), nullptr,
                     out.row(row).data(), out.cols());
    }
  }

  // Shows the whole row, since its mean square depends on it; the cell's own value takes the last step.
  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kRmsNormalise;
    const Matrix numbers = trace.read_row(stage.inputs[0], row);
    const double square = mean_square(numbers.row(0));
    for (Index i = 0; i < numbers.cols(); ++i) {
      Term term;
      term.left = numbers(0, i);
      term.left_cell = {stage.inputs[0], row, i};
      term.value = term.left * term.left;
      explanation.terms.push_back(term);
    }
    const double weight = trace.at(stage.inputs[1], 0, column);
    const double normal = numbers(0, column) / std::sqrt(square + epsilon());
    explanation.quantities = {{"quantity.mean_square", square, Measure::kMeanSquare},
                              {"quantity.epsilon", epsilon(), Measure::kEpsilon},
                              {"quantity.rms_normalised", normal, Measure::kNormalised},
                              {"quantity.norm_weight", weight, Measure::kWeight}};
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.result = normal * weight;
    explanation.magnitude = std::abs(explanation.result);
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> /*inputs*/) const override {
    if (input == 0) return {std::make_shared<RmsNormGradient>(epsilon()), {Backward::kGradient, 0, 1}};
    return {std::make_shared<RmsNormWeightGradient>(epsilon()), {Backward::kGradient, 0}};
  }

 private:
  double epsilon() const { return parameters(); }
};

}  // namespace

OperationPtr rms_norm(double epsilon) {
  return std::make_shared<RmsNorm>(epsilon);
}

}  // namespace engine
