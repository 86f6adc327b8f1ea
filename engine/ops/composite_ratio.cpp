// composite_ratio.cpp: how large one matrix is beside another, by the norm of Dong et al. 2021.
#include <cmath>
#include <memory>

#include "engine/core/trace.h"
#include "engine/ops/gradients.h"
#include "engine/ops/rank.h"

namespace engine {
namespace {

// The largest sum of absolute values of a column, and of a row, and where they are.
struct CompositeNorm {
  double by_column = 0;
  double by_row = 0;
  Index column = 0;
  Index row = 0;

  double value() const { return std::sqrt(by_column * by_row); }
};

template <class Numbers>
CompositeNorm norm_of(const Numbers& numbers) {
  const Eigen::ArrayXXd sizes = numbers.template cast<double>().array().abs();
  CompositeNorm norm;
  norm.by_column = sizes.colwise().sum().maxCoeff(&norm.column);
  norm.by_row = sizes.rowwise().sum().maxCoeff(&norm.row);
  return norm;
}

double ratio_of(const CompositeNorm& part, const CompositeNorm& whole) {
  return whole.value() > 0 ? part.value() / whole.value() : 0;
}

// Visits every number that a norm depends on, with the slope of log(norm) in it.
template <class Visit>
void visit_norm(const ConstView& numbers, const CompositeNorm& norm, double factor, Visit visit) {
  const auto sign = [&](Index i, Index j) {
    return numbers(i, j) > 0 ? 1.0 : numbers(i, j) < 0 ? -1.0 : 0.0;
  };
  if (!(norm.value() > 0)) return;
  for (Index i = 0; i < numbers.rows(); ++i)
    visit(i, norm.column, factor * sign(i, norm.column) / (2 * norm.by_column));
  for (Index j = 0; j < numbers.cols(); ++j)
    visit(norm.row, j, factor * sign(norm.row, j) / (2 * norm.by_row));
}

class CompositeRatio final : public Operation {
 public:
  std::string_view name() const override { return "composite_ratio"; }
  Layout layout() const override { return Layout::kGather; }
  std::string_view sign() const override { return "/"; }
  bool is_signed() const override { return false; }
  bool makes_shares() const override { return false; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out = \\frac{‖$0‖}{‖$1‖}",
            "@out = \\frac{\\sqrt{Σ_{i} |$0_{i,$c}| Σ_{j} |$0_{$r,j}|}}"
            "{\\sqrt{Σ_{i} |$1_{i,$d}| Σ_{j} |$1_{$s,j}|}}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out(0, 0) = static_cast<float>(ratio_of(norm_of(inputs[0]), norm_of(inputs[1])));
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const auto norm_at = [&](int input) {
      const Stage& from = trace.stage(input);
      return norm_of(trace.read(input, 0, 0, from.rows, from.columns));
    };
    const CompositeNorm part = norm_at(stage.inputs[0]);
    const CompositeNorm whole = norm_at(stage.inputs[1]);
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kRule;
    explanation.note = "note.composite_ratio";
    explanation.formula = formula_of_cell(stage, row, column,
                                          {{"c", Ordinal{part.column}},
                                           {"r", Ordinal{part.row}},
                                           {"d", Ordinal{whole.column}},
                                           {"s", Ordinal{whole.row}}});
    explanation.quantities = {{"quantity.part_column", part.by_column},
                              {"quantity.part_row", part.by_row},
                              {"quantity.whole_column", whole.by_column},
                              {"quantity.whole_row", whole.by_row}};
    explanation.result = ratio_of(part, whole);
    explanation.magnitude = explanation.result;
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    const auto self = std::make_shared<const CompositeRatio>(*this);
    return by_links(self, input, inputs.size(),
                    [input](std::span<const ConstView> x, const VisitLink& visit) {
                      const CompositeNorm part = norm_of(x[1]);
                      const CompositeNorm whole = norm_of(x[2]);
                      const double ratio = ratio_of(part, whole);
                      visit_norm(x[1 + input], input == 0 ? part : whole, input == 0 ? ratio : -ratio,
                                 [&](Index i, Index j, double slope) { visit(0, 0, i, j, slope); });
                    });
  }
};

}  // namespace

double composite_norm(const ConstView& numbers) {
  return norm_of(numbers).value();
}

OperationPtr composite_ratio() {
  static const OperationPtr kOnly = std::make_shared<CompositeRatio>();
  return kOnly;
}

}  // namespace engine
