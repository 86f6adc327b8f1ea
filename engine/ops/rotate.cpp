// rotate.cpp: rotates a token's query or key by its position, so that their product depends on their
// distance. Su et al. 2021, eq. 15 (RoPE), with the pairs (c, c + d/2) of Hugging Face's Llama.
#include <cmath>

#include "engine/core/formula.h"
#include "engine/core/parameter_operation.h"
#include "engine/ops/gradients.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

struct RotateParameters {
  double base = 0;
  Index first = 0;
  bool is_back = false;  // turned the other way

  bool operator==(const RotateParameters&) const = default;
};

class Rotate final : public ParameterOperation<RotateParameters> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "rotate"; }
  Layout layout() const override { return Layout::kRowwise; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    const std::string angle = "(p / " + number_markup(parameters().base, 6) + "^{2c/d})";
    return {"$out_{p,c} = $0_{p,c} \\mathrm{cos}" + angle + (parameters().is_back ? " + " : " − ") +
                "$0_{p,c+d/2} \\mathrm{sin}" + angle,
            "$out = $0 \\mathrm{cos} θ $sign $0_{$i,$other} \\mathrm{sin} θ"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    forward_block(inputs, out, {0, 0, out.rows(), out.cols()});
  }

  void forward_block(std::span<const ConstView> inputs, const View& out, const Block& made) const override {
    View turned = out;
    const Index half = out.cols() / 2;
    for (Index row = 0; row < out.rows(); ++row) {
      for (Index pair = 0; pair < half; ++pair) {
        const double angle = angle_of(made.row + row, pair, out.cols());
        const auto sine = static_cast<float>(std::sin(angle));
        const auto cosine = static_cast<float>(std::cos(angle));
        const float x = inputs[0](row, pair);
        const float y = inputs[0](row, pair + half);
        turned(row, pair) = x * cosine - y * sine;
        turned(row, pair + half) = y * cosine + x * sine;
      }
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    const Index half = stage.columns / 2;
    const bool is_first = column < half;
    const Index other = is_first ? column + half : column - half;
    const double angle = angle_of(row, column % half, stage.columns);
    const auto add = [&](Index from, double factor) {
      Term term;
      term.left = trace.at(stage.inputs[0], row, from);
      term.left_cell = {stage.inputs[0], row, from};
      term.right = factor;
      term.has_right = true;
      term.value = term.left * term.right;
      explanation.terms.push_back(term);
      explanation.result += term.value;
      explanation.magnitude += std::abs(term.value);
    };
    add(column, std::cos(angle));
    add(other, is_first ? -std::sin(angle) : std::sin(angle));
    explanation.formula =
        formula_of_cell(stage, row, column, {{"sign", is_first ? "−" : "+"}, {"other", Ordinal{other}}});
    explanation.quantities = {{"quantity.frequency", frequency(column % half, stage.columns)},
                              {"quantity.angle", angle, Measure::kAngle}};
    return explanation;
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    RotateParameters back = parameters();
    back.is_back = !back.is_back;
    return {std::make_shared<Rotate>(back), {Backward::kGradient}};
  }

 private:
  double frequency(Index pair, Index width) const {
    return std::pow(parameters().base, -2.0 * static_cast<double>(pair) / static_cast<double>(width));
  }
  double angle_of(Index row, Index pair, Index width) const {
    const double angle = static_cast<double>(parameters().first + row) * frequency(pair, width);
    return parameters().is_back ? -angle : angle;
  }
};

}  // namespace

OperationPtr rotate(double base, Index first) {
  return std::make_shared<Rotate>(RotateParameters{base, first});
}

}  // namespace engine
