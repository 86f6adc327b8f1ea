// sinusoid.cpp: a token's position, written as waves of many lengths.
// Vaswani et al. 2017, sec. 3.5; all sines before all cosines: Junczys-Dowmunt et al. 2018 (Marian).
#include <cmath>

#include "engine/core/formula.h"
#include "engine/core/parameter_operation.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

// The step in angle of a sine and cosine pair of columns from one position to the next.
double frequency(double base, Index pair, Index d) {
  return std::pow(base, -static_cast<double>(2 * pair) / static_cast<double>(d));
}

struct SinusoidParameters {
  double base = 0;
  Index first = 0;
  bool halves = false;

  bool operator==(const SinusoidParameters&) const = default;
};

class Sinusoid final : public ParameterOperation<SinusoidParameters> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "sinusoid"; }
  Layout layout() const override { return Layout::kSource; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    const std::string base = number_markup(parameters().base, 6);
    const std::string angle = "(p / " + base + "^{2i/d})";
    const std::string sine = parameters().halves ? "i" : "2i";
    const std::string cosine = parameters().halves ? "d/2+i" : "2i+1";
    return {
        "$out_{p," + sine + "} = \\mathrm{sin}" + angle + ", $out_{p," + cosine + "} = \\mathrm{cos}" + angle,
        "$out = \\mathrm{$wave}(\\frac{$p}{" + base + "^{$k/$d}})"};
  }

  // A step to the next position rotates each sine/cosine pair by a fixed angle, so one sine and cosine per
  // pair are enough; in double precision the rounding of 10,000 steps stays below 1e-11.
  void forward(std::span<const ConstView> /*inputs*/, View out) const override {
    const Index pairs = (out.cols() + 1) / 2;
    Eigen::ArrayXd turn(pairs);
    for (Index pair = 0; pair < pairs; ++pair) turn(pair) = frequency(parameters().base, pair, out.cols());
    const Eigen::ArrayXd turn_sine = turn.sin();
    const Eigen::ArrayXd turn_cosine = turn.cos();
    Eigen::ArrayXd sine = (static_cast<double>(parameters().first) * turn).sin();
    Eigen::ArrayXd cosine = (static_cast<double>(parameters().first) * turn).cos();
    Eigen::ArrayXd next(pairs);
    for (Index position = 0; position < out.rows(); ++position) {
      for (Index column = 0; column < out.cols(); ++column) {
        const Index pair = pair_of(column, out.cols());
        out(position, column) = static_cast<float>(is_sine(column, out.cols()) ? sine(pair) : cosine(pair));
      }
      next = sine * turn_cosine + cosine * turn_sine;
      cosine = cosine * turn_cosine - sine * turn_sine;
      sine.swap(next);
    }
  }

  Explanation explain(const Trace& /*trace*/, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSinusoid;
    const Index pair = pair_of(column, stage.columns);
    const bool sine = is_sine(column, stage.columns);
    const double angle =
        static_cast<double>(parameters().first + row) * frequency(parameters().base, pair, stage.columns);
    explanation.formula = formula_of_cell(stage, row, column,
                                          {{"wave", sine ? "sin" : "cos"},
                                           {"p", parameters().first + row},
                                           {"k", 2 * pair},
                                           {"d", stage.columns}});
    explanation.note = "note.sinusoid";
    explanation.quantities = {{"quantity.frequency", frequency(parameters().base, pair, stage.columns)},
                              {"quantity.angle", angle, Measure::kAngle}};
    explanation.result = sine ? std::sin(angle) : std::cos(angle);
    explanation.magnitude = 1;
    return explanation;
  }

 private:
  // Columns 2i and 2i+1 form a pair, or column i of the first half and of the second.
  bool is_sine(Index column, Index d) const {
    return parameters().halves ? column < (d + 1) / 2 : column % 2 == 0;
  }
  Index pair_of(Index column, Index d) const {
    if (!parameters().halves) return column / 2;
    return is_sine(column, d) ? column : column - (d + 1) / 2;
  }
};

}  // namespace

OperationPtr sinusoid(double base, Index first, bool halves) {
  return std::make_shared<Sinusoid>(SinusoidParameters{base, first, halves});
}

}  // namespace engine
