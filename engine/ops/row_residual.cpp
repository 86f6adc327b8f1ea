// row_residual.cpp: what sets each row apart from the mean of all rows.
#include <cmath>

#include "engine/core/trace.h"
#include "engine/ops/gradients.h"
#include "engine/ops/rank.h"

namespace engine {
namespace {

class RowResidual final : public Operation {
 public:
  std::string_view name() const override { return "row_residual"; }
  Layout layout() const override { return Layout::kGather; }
  bool keeps_scale() const override { return true; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return "$out_{$i,$j} = $0_{$i,$j} − \\frac{1}{n} Σ_{r} $0_{r,$j}";
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    const Eigen::RowVectorXd mean = inputs[0].cast<double>().colwise().mean();
    out = (inputs[0].cast<double>().rowwise() - mean).cast<float>();
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    explanation.formula = formula_of_cell(stage, row, column);
    const Matrix numbers = trace.read_column(stage.inputs[0], column);
    const auto count = static_cast<double>(numbers.rows());
    double sum = 0;
    for (Index r = 0; r < numbers.rows(); ++r) {
      Term term;
      term.left = numbers(r, 0);
      term.left_cell = {stage.inputs[0], r, column};
      term.right = (r == row ? 1 : 0) - 1 / count;
      term.has_right = true;
      term.value = term.left * term.right;
      explanation.terms.push_back(term);
      explanation.result += term.value;
      explanation.magnitude += std::abs(term.value);
      sum += term.left;
    }
    explanation.quantities.push_back({"quantity.mean", sum / count, Measure::kMean});
    return explanation;
  }

  // Taking the mean off is symmetric: the gradient loses its own mean row.
  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    return {row_residual(), {Backward::kGradient}};
  }
};

}  // namespace

OperationPtr row_residual() {
  static const OperationPtr kOnly = std::make_shared<RowResidual>();
  return kOnly;
}

}  // namespace engine
