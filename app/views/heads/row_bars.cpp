// row_bars.cpp: draws what one query reads in every head.
#include "app/views/heads/row_bars.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/ui/widgets.h"
#include "app/views/heads/head_patterns.h"
#include "app/views/stage/picture_words.h"

namespace views {
namespace {

// Pixels at 100 %.
constexpr float kAbove = 16;  // to what is above
constexpr float kBars = 44;   // the longest
constexpr float kWidestBar = 34;
constexpr float kNarrowestBar = 8;
constexpr float kBetweenKeys = 12;
constexpr float kLabelled = 0.05f;  // weights from which on a bar has its number

float line_height(const ui::Style& style) {
  return std::round(style.small().size * 1.35f);
}

float bar_width(const ui::Style& style, const ReadRows& rows, float width) {
  const float group = width / static_cast<float>(rows.read.cols());
  const float each = (group - style.px(kBetweenKeys)) / static_cast<float>(rows.read.rows());
  return std::floor(std::min(each, style.px(kWidestBar)));
}

// "What “it” reads", and which colour is which head.
void draw_legend(const Frame& frame, const ReadRows& rows, ImVec2 at) {
  const auto& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const std::string words =
      frame.tr("heads.row_bars", {{"query", frame.facts.label(rows.queries, rows.query)}});
  ui::draw_text(list, at, words, style.small_ink());
  at.x += ui::text_size(words, style.small_ink()).x + style.px(16);
  const float side = style.px(10);
  const float down = std::round((ui::text_size(words, style.small()).y - side) / 2);
  for (int head = 0; head < static_cast<int>(rows.read.rows()); ++head) {
    const std::string name = frame.tr("head.name", {{"head", frame.tr.nth(head)}});
    const ImVec2 low(at.x, std::round(at.y) + down);
    list.AddRectFilled(low, {low.x + side, low.y + side}, style.head(head), style.px(2));
    ui::draw_text(list, {at.x + side + style.px(6), at.y}, name, style.small());
    at.x += side + style.px(6 + 14) + ui::text_size(name, style.small()).x;
  }
}

}  // namespace

float row_bars_height(const Frame& frame, const std::vector<int>& stages, float width) {
  const auto rows = read_by_query(frame, stages);
  if (!rows || bar_width(frame.style, *rows, width) < frame.style.px(kNarrowestBar)) return 0;
  return frame.style.px(kAbove + kBars) + 3 * line_height(frame.style);
}

void draw_row_bars(const Frame& frame, const std::vector<int>& stages, ImVec2 at, float width) {
  const auto& style = frame.style;
  const auto rows = read_by_query(frame, stages);
  if (!rows) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  at.y += style.px(kAbove);
  draw_legend(frame, *rows, at);
  const float line = line_height(style);
  const float foot = std::round(at.y + 2 * line + style.px(kBars));
  list.AddLine({at.x, foot}, {at.x + width, foot}, style.colours.hairline);
  const float group = width / static_cast<float>(rows->read.cols());
  const float bar = bar_width(style, *rows, width);
  const auto heads = static_cast<float>(rows->read.rows());
  const float largest = std::max(rows->read.maxCoeff(), 1e-6f);
  const engine::Cell explained = frame.explained_cell();
  for (engine::Index key = 0; key < rows->read.cols(); ++key) {
    const float middle = at.x + group * (static_cast<float>(key) + 0.5f);
    float x = std::round(middle - bar * heads / 2);
    for (int head = 0; head < static_cast<int>(rows->read.rows()); ++head, x += bar) {
      const float weight = rows->read(head, key);
      const float top = foot - std::round(std::max(weight / largest * style.px(kBars), 1.0f));
      list.AddRectFilled({x, top}, {x + bar - 1, foot}, style.head(head));
      const std::string share = percent(static_cast<double>(weight));
      const ImVec2 size = ui::text_size(share, style.small_ink());
      if (weight >= kLabelled && size.x <= bar + style.px(2))
        ui::draw_text_centred(list, {x + bar / 2, top - size.y}, share, style.small_ink());
      if (ImGui::IsMouseHoveringRect({x, at.y + line}, {x + bar, foot + line}) && ImGui::IsWindowHovered())
        frame.hover({stages[static_cast<size_t>(head)], rows->query, key});
    }
    const bool is_lit = explained.stage >= 0 && explained.row == rows->query && explained.column == key;
    ui::TextStyle type = is_lit ? style.small_strong() : style.small_ink();
    if (is_lit) type.colour = style.word_colour(style.colours.key);
    const std::string name = ui::ellipsise(frame.facts.label(rows->keys, key), group - style.px(4), type);
    ui::draw_text_centred(list, {middle, foot + style.px(2)}, name, type);
  }
}

}  // namespace views
