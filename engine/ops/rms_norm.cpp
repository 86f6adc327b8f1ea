// rms_norm.cpp: brings every token's vector to a root mean square of 1, then stretches it as learned.
// Zhang & Sennrich 2019, eq. 4; epsilon stands inside the root.
#include <cmath>

#include "engine/core/parameter_operation.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

// Of one row, in double as the layer norm's moments are.
template <class Row>
double mean_square(const Row& row) {
  return row.template cast<double>().array().square().mean();
}

class RmsNorm final : public ParameterOperation<double> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "rms_norm"; }
  Layout layout() const override { return Layout::kRowwise; }
  Normalisation normalisation() const override { return Normalisation::kRootMeanSquare; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out = \\frac{$0}{\\sqrt{\\mathrm{mean}({$0}^{2}) + ε}} ⊙ $1",
            "$out = \\frac{$0}{\\sqrt{\\mathrm{mean}_{c} $0_{$i,c}^{2} + ε}} $1_{$j}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    for (Index row = 0; row < out.rows(); ++row) {
      const double factor = 1 / std::sqrt(mean_square(inputs[0].row(row)) + epsilon());
      out.row(row) = static_cast<float>(factor) * inputs[0].row(row).cwiseProduct(inputs[1].row(0));
    }
  }

  // The row is shown whole, since its mean square is made of it; the cell's own number goes on.
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
    explanation.formula = formula_of_cell(trace, stage, row, column);
    explanation.result = normal * weight;
    explanation.magnitude = std::abs(explanation.result);
    return explanation;
  }

 private:
  double epsilon() const { return parameters(); }
};

}  // namespace

OperationPtr rms_norm(double epsilon) {
  return std::make_shared<RmsNorm>(epsilon);
}

}  // namespace engine
