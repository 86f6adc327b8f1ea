// legend.cpp: the colour bar, and swatches of what is seen and what is hidden.
#include "app/views/stage/legend.h"

#include <algorithm>

#include "app/look/labels.h"
#include "app/ui/text.h"
#include "engine/core/drawn.h"

namespace views {
namespace {

constexpr float kWide = 100;   // pixels at 100 %
constexpr float kSwatch = 16;  // side of a swatch
constexpr float kBelowSize = 28;
constexpr float kLine = 7;  // pixels along a row between hatching's lines

// Where the words of a swatch stand: right of it, or under it where the window ends before they do.
struct SwatchWords {
  ImVec2 offset;  // from the swatch's corner
  float wrap = 0;
  float below = 0;   // from the swatch's top to words under it; 0 beside it
  float height = 0;  // of swatch and words, with the space below
};

SwatchWords place_words(const Frame& frame, float x, const std::string& words) {
  const auto& style = frame.style;
  const float side = style.px(kSwatch);
  const float inset = side + style.px(6);
  const float free = ImGui::GetWindowPos().x + ImGui::GetWindowWidth() - x;
  const float beside = style.px(kWide) - inset;
  const bool fits = std::min(ui::text_size(words, style.small()).x, beside) <= free - inset;
  SwatchWords placed{.offset = {inset, -style.px(1)}, .wrap = beside};
  if (!fits) placed = {.offset = {0, side + style.px(2)}, .wrap = free, .below = side + style.px(2)};
  const float lines = ui::paragraph_height(words, placed.wrap, style.small());
  placed.height = std::max(side, placed.below + lines) + style.px(6);
  return placed;
}

// A frame at `at`, with words; returns the height of both.
float draw_entry(const Frame& frame, ImVec2 at, const std::string& words) {
  const auto& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float side = style.px(kSwatch);
  list.AddRect(at, {at.x + side, at.y + side}, style.colours.hairline);
  const SwatchWords placed = place_words(frame, at.x, words);
  ui::draw_paragraph(list, {at.x + placed.offset.x, at.y + placed.offset.y}, placed.wrap, words,
                     style.small());
  return placed.height;
}

float draw_hidden_entry(const Frame& frame, const engine::Stage& stage, ImVec2 at, const std::string& words) {
  const float side = frame.style.px(kSwatch);
  draw_hatching(frame, stage, at, {at.x + side, at.y + side});
  return draw_entry(frame, at, words);
}

// "masked: −∞": what a hidden cell of this stage holds.
std::string hidden_words(const Frame& frame, const engine::Stage& stage) {
  if (!look::is_signed(stage)) return frame.tr("legend.masked_weight");
  const bool finite = frame.session.trace_document().config.mask_finite;
  return frame.tr(finite ? "legend.masked_finite" : "legend.masked");
}

bool hides_any(const Frame& frame, int stage) {
  const engine::Summary* const found = frame.facts.summary(engine::hiding_stage(frame.trace(), stage));
  return found != nullptr && found->hidden > 0;
}

// A mask has two numbers; its colours stand for no amounts.
void draw_mask_legend(const Frame& frame, const look::ColourScale& scale, const engine::Stage& stage,
                      ImVec2 at) {
  const float side = frame.style.px(kSwatch);
  ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + side, at.y + side},
                                            ui::pack(look::colour_of(scale, 0)));
  at.y += draw_entry(frame, at, frame.tr("legend.visible"));
  draw_hidden_entry(frame, stage, at, hidden_words(frame, stage));
}

}  // namespace

void draw_hatching(const Frame& frame, const engine::Stage& stage, ImVec2 low, ImVec2 high) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 colour = ui::with_alpha(frame.style.colours.mask, look::hatch_strength(stage));
  list.PushClipRect(low, high, true);
  const float height = high.y - low.y;
  for (float x = low.x + kLine / 2; x < high.x + height; x += kLine)
    list.AddLine({x, low.y}, {x - height, high.y}, colour);
  list.PopClipRect();
}

bool is_legend_under(const Frame& frame, const ui::MatrixFrame& result) {
  const bool is_mask = frame.trace().stage(result.stage).kind == engine::StageKind::kMask;
  return is_mask && result.size.y < frame.style.px(28 + 3 * (kSwatch + 6));
}

void draw_legend(const Frame& frame, const look::ColourScale& scale, const ui::MatrixFrame& result,
                 float beside, float bottom) {
  const auto& style = frame.style;
  const engine::Stage& stage = frame.trace().stage(result.stage);
  if (stage.column_axis == engine::Axis::kIds) return;
  // Beside a product's upper right corner is the size of what is above it.
  const engine::Layout layout = stage.operation->layout();
  const bool is_product = layout == engine::Layout::kProduct || layout == engine::Layout::kProductPlain;
  ImVec2 at(result.corner.x + result.size.x + beside + style.px(12),
            result.corner.y + (is_product ? style.px(kBelowSize) : 0));
  if (stage.kind == engine::StageKind::kMask) {
    const std::string axes = look::axis_title(frame.tr, stage, style.predicted_rows);
    const float behind = result.corner.x + ui::text_size(axes, style.small()).x + style.px(12);
    const float lowest = ImGui::GetWindowPos().y + ImGui::GetWindowHeight() - style.px(2 * (kSwatch + 6));
    if (is_legend_under(frame, result)) at = {std::max(at.x, behind), std::min(at.y, lowest)};
    return draw_mask_legend(frame, scale, stage, at);
  }
  const bool hides = hides_any(frame, result.stage);
  float swatch = 0;
  if (hides) {
    const SwatchWords words = place_words(frame, at.x, hidden_words(frame, stage));
    swatch = style.px(kSwatch + 12) + (words.below > 0 ? words.height - style.px(kSwatch) : 0);
  }
  const float height = bottom - at.y - swatch;
  if (height > style.px(24)) {
    draw_colour_bar(frame, scale, at, height);
    at.y += height + style.px(10);
  }
  if (hides) at.y += draw_hidden_entry(frame, stage, at, hidden_words(frame, stage));
  if (frame.derived || frame.facts.is_common_scale(result.stage)) return;
  const char* const key = scale.is_open() ? "map.scale_open" : "map.scale_own";
  ui::draw_paragraph(*ImGui::GetWindowDrawList(), at, style.px(kWide), frame.tr(key), style.small());
}

}  // namespace views
