// weighted_numbers.cpp: sums in which each number counts as much as its weight says.
#include <string>
#include <utility>
#include <vector>

#include "engine/core/parameter_operation.h"
#include "engine/core/trace.h"
#include "engine/ops/gradients.h"
#include "engine/ops/pictures.h"
#include "engine/ops/products.h"
#include "engine/ops/rule.h"

namespace engine {
namespace {

class WeightedMean final : public Operation {
 public:
  std::string_view name() const override { return "weighted_mean"; }
  Layout layout() const override { return Layout::kGather; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return "$out = \\frac{Σ_{i} $1_{i} $0_{i}}{Σ_{i} $1_{i}}";
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    const double all = inputs[1].cast<double>().sum();
    out(0, 0) =
        all > 0
            ? static_cast<float>(inputs[0].cast<double>().cwiseProduct(inputs[1].cast<double>()).sum() / all)
            : 0;
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Index rows = trace.stage(stage.inputs[0]).rows;
    const double all = trace.read_column(stage.inputs[1], 0).cast<double>().sum();
    if (!(all > 0)) return by_rule(CellFormula{"$out = 0", row, column}, "note.nothing_counted", 0, {});
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    explanation.formula = formula_of_cell(stage, row, column);
    for (Index i = 0; i < rows; ++i) {
      add_product(trace, {stage.inputs[0], i, 0}, double{trace.at(stage.inputs[1], i, 0)} / all, explanation);
    }
    explanation.quantities = {{"quantity.weights_sum", all, Measure::kSum}};
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    return by_links(weighted_mean(), input, inputs.size(),
                    [input](std::span<const ConstView> operands, const VisitLink& visit) {
                      const double all = operands[2].cast<double>().sum();
                      if (!(all > 0)) return;
                      for (Index i = 0; i < operands[1].rows(); ++i) {
                        const double slope = input == 0
                                                 ? double{operands[2](i, 0)}
                                                 : double{operands[1](i, 0)} - double{operands[0](0, 0)};
                        visit(0, 0, i, 0, slope / all);
                      }
                    });
  }
};

class WeightedTotal final : public ParameterOperation<std::vector<double>> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "weighted_total"; }
  Layout layout() const override { return Layout::kElementwise; }
  bool follows_rows(size_t /*input*/) const override { return true; }
  bool keeps_scale() const override { return false; }

  FormulaTemplate formulas(size_t inputs) const override {
    std::string markup = "$out =";
    for (size_t i = 0; i < inputs; ++i)
      markup.append(i == 0 ? " f_{" : " + f_{")
          .append(std::to_string(i + 1))
          .append("} $")
          .append(std::to_string(i));
    return markup;
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out = static_cast<float>(parameters()[0]) * inputs[0];
    for (size_t i = 1; i < inputs.size(); ++i) out += static_cast<float>(parameters()[i]) * inputs[i];
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    explanation.formula = formula_of_cell(stage, row, column);
    for (size_t i = 0; i < stage.inputs.size(); ++i)
      add_product(trace, {stage.inputs[i], row, column}, parameters()[i], explanation);
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> /*inputs*/) const override {
    return {times(parameters()[input]), {Backward::kGradient}};
  }
};

}  // namespace

OperationPtr weighted_mean() {
  static const OperationPtr kOnly = std::make_shared<WeightedMean>();
  return kOnly;
}

OperationPtr weighted_total(std::vector<double> factors) {
  return std::make_shared<WeightedTotal>(std::move(factors));
}

}  // namespace engine
