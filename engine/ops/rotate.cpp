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
  RotaryAngles angles;
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
    const Index width = scaling().width;
    const std::string d = width > 0 ? std::to_string(width) : "d";
    // What stretches the angles has no short formula: ω_c is said with each number.
    const std::string angle = scaling().kind == RotaryStretch::kNone
                                  ? "(p / " + number_markup(parameters().angles.base, 6) + "^{2c/" + d + "})"
                                  : "(p ω_{c})";
    return {"$out_{p,c} = " +
                strengthened("$0_{p,c} \\mathrm{cos}" + angle + (parameters().is_back ? " + " : " − ") +
                             "$0_{p,c+" + d + "/2} \\mathrm{sin}" + angle),
            "$out = $value"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    forward_block(inputs, out, {0, 0, out.rows(), out.cols()});
  }

  void forward_block(std::span<const ConstView> inputs, const View& out, const Block& made) const override {
    View turned = out;
    const std::vector<double> frequencies = parameters().angles.frequencies(out.cols());
    const auto half = static_cast<Index>(frequencies.size());
    for (Index row = 0; row < out.rows(); ++row) {
      for (Index pair = 0; pair < half; ++pair) {
        const double angle = angle_of(made.row + row, frequencies[static_cast<size_t>(pair)]);
        const auto sine = static_cast<float>(scaling().strength * std::sin(angle));
        const auto cosine = static_cast<float>(scaling().strength * std::cos(angle));
        const float x = inputs[0](row, pair);
        const float y = inputs[0](row, pair + half);
        turned(row, pair) = x * cosine - y * sine;
        turned(row, pair + half) = y * cosine + x * sine;
      }
      const Index rest = out.cols() - 2 * half;
      turned.row(row).tail(rest) = inputs[0].row(row).tail(rest);
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const std::vector<double> frequencies = parameters().angles.frequencies(stage.columns);
    const auto half = static_cast<Index>(frequencies.size());
    if (column >= 2 * half) return explain_kept(trace, stage, row, column);
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    const bool is_first = column < half;
    const Index other = is_first ? column + half : column - half;
    const double frequency = frequencies[static_cast<size_t>(column % half)];
    const double angle = angle_of(row, frequency);
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
    const double strength = scaling().strength;
    add(column, strength * std::cos(angle));
    add(other, strength * (is_first ? -std::sin(angle) : std::sin(angle)));
    explanation.formula = formula_of_cell(stage, row, column,
                                          {{"value", strengthened("$0 \\mathrm{cos} θ $sign $0_{$i,$other} "
                                                                  "\\mathrm{sin} θ")},
                                           {"sign", is_first ? "−" : "+"},
                                           {"other", Ordinal{other}}});
    explanation.quantities = {{"quantity.frequency", frequency}, {"quantity.angle", angle, Measure::kAngle}};
    if (strength != 1) explanation.quantities.push_back({"quantity.rotary_strength", strength});
    return explanation;
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    RotateParameters back = parameters();
    back.is_back = !back.is_back;
    return {std::make_shared<Rotate>(back), {Backward::kGradient}};
  }

 private:
  const RotaryScaling& scaling() const { return parameters().angles.scaling; }

  std::string strengthened(const std::string& turned) const {
    return scaling().strength == 1 ? turned : number_markup(scaling().strength, 6) + " (" + turned + ")";
  }

  // Components behind those that are turned stay as they are.
  Explanation explain_kept(const Trace& trace, const Stage& stage, Index row, Index column) const {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kCopy;
    explanation.formula = formula_of_cell(stage, row, column, {{"value", "$0"}});
    Term term;
    term.left = term.value = trace.at(stage.inputs[0], row, column);
    term.left_cell = {stage.inputs[0], row, column};
    explanation.terms.push_back(term);
    explanation.note = "note.not_rotated";
    explanation.result = term.value;
    explanation.magnitude = std::abs(term.value);
    return explanation;
  }

  double angle_of(Index row, double frequency) const {
    const double angle = static_cast<double>(parameters().first + row) * frequency;
    return parameters().is_back ? -angle : angle;
  }
};

}  // namespace

OperationPtr rotate(const RotaryAngles& angles, Index first) {
  return std::make_shared<Rotate>(RotateParameters{angles, first});
}

}  // namespace engine
