// softmax_steps.cpp: a row of weights as softmax makes it, column by column: the scores, their powers and the
// sum of these.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/ui/math.h"
#include "app/ui/widgets.h"
#include "app/views/present/present_parts.h"
#include "engine/core/letters.h"
#include "engine/core/number_text.h"

namespace views {
namespace {

using engine::Explanation;
using engine::Index;
using engine::Measure;

// Lines of numbers above those of the weights, each with its name on the left.
class StepLines {
 public:
  StepLines(const Frame& frame, const ui::MatrixFrame& matrix, const engine::Cell& cell,
            const SideLanes& lanes, const std::vector<double>& scores)
      : frame_(frame), matrix_(matrix), cell_(cell), lanes_(lanes) {
    fit(scores);
  }

  // Values of all columns in the `lane`-th line, the cell's own in bold. Returns where its name begins.
  float draw(int lane, const std::string& name, const std::vector<double>& values) const {
    for (size_t i = 0; i < values.size(); ++i) {
      const engine::Cell at{matrix_.stage, cell_.row, static_cast<Index>(i)};
      const auto [low, high] = matrix_.box(at, at);
      if (high.x - low.x < matrix_.cell_width() / 2) continue;  // out of sight
      const ui::TextStyle type = type_of(at.column == cell_.column);
      const std::string text = std::isfinite(values[i]) ? ui::fixed_number(values[i], decimals_)
                               : values[i] < 0          ? "−∞"
                                                        : "NaN";
      const float right = std::round((low.x + high.x + ui::number_width(text, type)) / 2);
      ui::draw_number(*ImGui::GetWindowDrawList(), {right, std::round(baseline(lane) - ascent(type))}, text,
                      type);
    }
    const ui::MathLayout words = line_of(name + " →");
    const float beside = frame_.style.px(8);
    const float left = matrix_.corner.x - beside - words.width;
    ui::draw_math(*ImGui::GetWindowDrawList(), {left, std::round(baseline(lane))}, words);
    return left;
  }

  // What the lines do, from the window's edge to `right`, as high as the `lanes` lines at most.
  void tell(const std::string& words, float right, int lanes) const {
    constexpr float kLeastWidth = 120;  // pixels at 100 %
    const auto& style = frame_.style;
    const float left = ImGui::GetWindowPos().x + style.px(kPresentedEdge);
    const float width = right - style.px(16) - left;
    const float room = static_cast<float>(lanes) * step_height(lanes_.type);
    if (width < style.px(kLeastWidth) || ui::paragraph_height(words, width, style.small()) > room) return;
    const float top = std::round(baseline(0) - ascent(style.small()));
    ui::draw_paragraph(*ImGui::GetWindowDrawList(), {left, top}, width, words, style.small());
  }

  // On the right of a line.
  void add_sum(int lane, const std::string& sum) const {
    const float x = matrix_.corner.x + matrix_.size.x + frame_.style.px(8);
    ui::draw_math(*ImGui::GetWindowDrawList(), {x, std::round(baseline(lane))}, line_of(sum));
  }

 private:
  static float ascent(const ui::TextStyle& type) { return ui::baseline(type.font, type.size); }
  // Of a number; between two of them a blank is enough.
  float room() const { return matrix_.cell_width() - frame_.style.px(3); }

  // The size in which all scores fit, with as many decimals as make that not much smaller than the weights'.
  void fit(const std::vector<double>& scores) {
    constexpr float kSmallest = 0.7f;
    const auto& fonts = frame_.style.fonts;
    for (decimals_ = 2; decimals_ >= 0; --decimals_) {
      float widest = 1;
      for (size_t i = 0; i < scores.size(); ++i) {
        if (!std::isfinite(scores[i])) continue;
        const bool is_own = static_cast<Index>(i) == cell_.column;
        const ui::TextStyle type{is_own ? fonts.semibold : fonts.regular, lanes_.type, 0};
        widest = std::max(widest, ui::number_width(scores[i], decimals_, type));
      }
      const float share = std::min(1.0f, room() / widest);
      size_ = lanes_.type * share;
      if (share >= kSmallest) return;
    }
    decimals_ = 0;
  }

  ui::TextStyle type_of(bool is_own) const {
    const auto& style = frame_.style;
    return {is_own ? style.fonts.semibold : style.fonts.regular, size_, style.colours.ink};
  }
  float baseline(int lane) const {
    const float step = step_height(lanes_.type);
    const float ascent = ui::baseline(frame_.style.fonts.regular, lanes_.type);
    return matrix_.corner.y + matrix_.size.y + side_number_gutter(frame_) + static_cast<float>(lane) * step +
           (step + ascent) / 2;
  }
  ui::MathLayout line_of(const std::string& markup) const {
    const ui::Colours& colours = frame_.style.colours;
    return ui::layout_math(markup, {&frame_.style.fonts, frame_.style.small().size, colours.ink,
                                    colours.query, colours.key, colours.value});
  }

  const Frame& frame_;
  const ui::MatrixFrame& matrix_;
  engine::Cell cell_;
  const SideLanes& lanes_;
  float size_ = 0;  // of the numbers
  int decimals_ = 2;
};

}  // namespace

bool has_softmax_steps(const Frame& frame, int stage) {
  const engine::Stage& weights = frame.trace().stage(stage);
  return weights.kind == engine::StageKind::kWeights && weights.inputs.size() == 1 &&
         weights.operation->layout() == engine::Layout::kRowwise;
}

float step_height(float type) {
  constexpr float kLine = 1.3f;  // an exponent is above the number's line
  return std::floor(kLine * type);
}

void draw_softmax_steps(const Frame& frame, const ui::MatrixFrame& matrix, const engine::Cell& cell,
                        const SideLanes& lanes) {
  const engine::Trace& trace = frame.trace();
  const Explanation explanation = trace.explain(cell.stage, cell.row, cell.column);
  if (explanation.arithmetic != engine::Arithmetic::kSoftmax || matrix.transposed) return;
  std::vector<double> scores;
  std::vector<double> powers;
  for (const engine::Term& term : explanation.terms) {
    scores.push_back(term.left);
    powers.push_back(term.value);
  }
  const engine::Stage& score = trace.stage(trace.stage(cell.stage).inputs.front());
  const std::string symbol = engine::symbol_of(trace, score, frame.style.lettering);
  const std::string peak = engine::fixed_number(explanation.quantity(Measure::kMaximum).value, 2);
  const StepLines lines(frame, matrix, cell, lanes, scores);
  const float left = lines.draw(0, symbol, scores);
  const float name =
      lines.draw(1, "e^{" + symbol + " − " + (peak.starts_with("−") ? "(" + peak + ")" : peak) + "}", powers);
  lines.tell(frame.tr("present.how_softmax"), std::min(left, name), kSoftmaxSteps + 1);
  lines.add_sum(1, "Σ = " + engine::fixed_number(explanation.quantity(Measure::kSum).value, 4));
}

}  // namespace views
