// sinusoid_grid.cpp: the position of a square of a picture: waves for its row, and waves for its column. He
// et al. 2022 (MAE), with the pairs of Vaswani et al. 2017.
#include <algorithm>
#include <cmath>

#include "engine/core/formula.h"
#include "engine/core/parameter_operation.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

// The grid position of a row of the stage.
struct GridPlace {
  Index line = 0;
  Index place = 0;
};

struct SinusoidGridParameters {
  double base = 0;
  Index across = 0;
  Index lead = 0;
  Index first = 0;

  bool operator==(const SinusoidGridParameters&) const = default;
};

class SinusoidGrid final : public ParameterOperation<SinusoidGridParameters> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "sinusoid_grid"; }
  Layout layout() const override { return Layout::kSource; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    const std::string base = number_markup(parameters().base, 6);
    const auto part = [&](const char* column, const char* function, const char* coordinate) {
      return "$out_{" + std::string(column) + "} = \\mathrm{" + function + "}(" + coordinate + " / " + base +
             "^{4i/d})";
    };
    return {part("p,2i", "sin", "y") + ", " + part("p,2i+1", "cos", "y") + ", " +
                part("p,d/2+2i", "sin", "x") + ", " + part("p,d/2+2i+1", "cos", "x"),
            "$out = \\mathrm{$wave}(\\frac{$p}{" + base + "^{$k/$d}})"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    const Index half = out.cols() / 2;
    const GridPlace last = at(out.rows() - 1);
    Matrix waves(std::max({last.line, last.place, parameters().across - 1, Index{0}}) + 1, half);
    sinusoid(parameters().base)->forward(inputs, whole(waves));
    for (Index row = 0; row < out.rows(); ++row) {
      if (row < parameters().lead) {
        out.row(row).setZero();
        continue;
      }
      const GridPlace here = at(row);
      out.row(row).leftCols(half) = waves.row(here.line);
      out.row(row).rightCols(half) = waves.row(here.place);
    }
  }

  Explanation explain(const Trace& /*trace*/, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    if (row < parameters().lead) {
      explanation.arithmetic = Arithmetic::kRule;
      explanation.note = "note.before_grid";
      explanation.formula = CellFormula{"$out = 0", row, column};
      return explanation;
    }
    explanation.arithmetic = Arithmetic::kSinusoid;
    const Index half = stage.columns / 2;
    const bool of_line = column < half;
    const GridPlace here = at(row);
    const Index coordinate = of_line ? here.line : here.place;
    const Index pair = (of_line ? column : column - half) / 2;
    const bool is_sine = (of_line ? column : column - half) % 2 == 0;
    const double frequency =
        std::pow(parameters().base, -static_cast<double>(2 * pair) / static_cast<double>(half));
    const double angle = static_cast<double>(coordinate) * frequency;
    explanation.formula =
        formula_of_cell(stage, row, column,
                        {{"wave", is_sine ? "sin" : "cos"}, {"p", coordinate}, {"k", 2 * pair}, {"d", half}});
    explanation.quantities = {{"quantity.frequency", frequency},
                              {"quantity.angle", angle, Measure::kAngle},
                              {"quantity.grid_line", static_cast<double>(here.line)},
                              {"quantity.grid_place", static_cast<double>(here.place)}};
    explanation.result = is_sine ? std::sin(angle) : std::cos(angle);
    explanation.magnitude = 1;
    return explanation;
  }

 private:
  GridPlace at(Index row) const {
    const Index square = std::max<Index>(row - parameters().lead + parameters().first, 0);
    return parameters().across > 0 ? GridPlace{square / parameters().across, square % parameters().across}
                                   : GridPlace{0, square};
  }
};

}  // namespace

OperationPtr sinusoid_grid(double base, Index across, Index lead, Index first) {
  return std::make_shared<SinusoidGrid>(SinusoidGridParameters{base, across, lead, first});
}

}  // namespace engine
