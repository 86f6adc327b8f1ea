// scale.cpp: divides the scores, so that their size does not grow with the width of a head.
// Vaswani et al. 2017, sec. 3.2.1: independent unit-variance q and k give scores of variance d_k.
#include <cmath>

#include "engine/core/formula.h"
#include "engine/core/parameter_operation.h"
#include "engine/kernels/row_kernels.h"
#include "engine/ops/gradients.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

struct ScaleParameters {
  Index d_k = 0;
  bool by_root = false;
  double temperature = 0;

  bool operator==(const ScaleParameters&) const = default;
};

class Scale final : public ParameterOperation<ScaleParameters> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "scale"; }
  Layout layout() const override { return Layout::kRowwise; }
  bool follows_rows(size_t /*input*/) const override { return true; }
  bool keeps_scale() const override { return true; }
  bool is_elementwise() const override { return true; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out = " + divided("$0"), "$out = " + divided("$0")};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    for (Index row = 0; row < out.rows(); ++row)
      kernels::row_kernels().divide(inputs[0].row(row).data(), static_cast<float>(divisor()),
                                    out.row(row).data(), out.cols());
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kQuotient;
    explanation.formula = formula_of_cell(stage, row, column);
    Term term;
    term.left = trace.at(stage.inputs[0], row, column);
    term.left_cell = {stage.inputs[0], row, column};
    term.value = term.left / divisor();
    explanation.terms.push_back(term);
    if (parameters().by_root)
      explanation.quantities.push_back(
          {"quantity.root_d_k", std::sqrt(static_cast<double>(parameters().d_k))});
    if (parameters().temperature != 1)
      explanation.quantities.push_back({"quantity.temperature", parameters().temperature});
    explanation.result = term.value;
    explanation.magnitude = std::abs(term.value);
    return explanation;
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    return {std::make_shared<Scale>(parameters()), {Backward::kGradient}};
  }

 private:
  double divisor() const {
    return (parameters().by_root ? std::sqrt(static_cast<double>(parameters().d_k)) : 1.0) *
           parameters().temperature;
  }

  std::string divided(const std::string& numerator) const {
    std::string below = parameters().by_root ? "\\sqrt{" + std::to_string(parameters().d_k) + "}" : "";
    if (parameters().temperature != 1)
      below += (below.empty() ? "" : " · ") + number_markup(parameters().temperature, 6);
    return below.empty() ? numerator : "\\frac{" + numerator + "}{" + below + "}";
  }
};

}  // namespace

OperationPtr scale(Index d_k, bool by_root, double temperature) {
  return std::make_shared<Scale>(ScaleParameters{d_k, by_root, temperature});
}

}  // namespace engine
