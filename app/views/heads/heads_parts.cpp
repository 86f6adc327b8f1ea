// heads_parts.cpp: draws the colour bar of all heads lying beside a sentence.
#include "app/views/heads/heads_parts.h"

#include <algorithm>
#include <cmath>

#include "app/ui/widgets.h"
#include "engine/core/number_text.h"

namespace views {
namespace {

constexpr float kLyingBar = 110;  // pixels at 100 %
constexpr float kThick = 10;
constexpr float kLeastSentence = 220;

// An end of the scale, as the standing bar writes it.
std::string end_of(const look::ColourScale& scale, float value) {
  if (value == 0) return "0";
  const int decimals = std::abs(scale.high) >= 100 ? 0 : std::abs(scale.high) >= 10 ? 1 : 2;
  return engine::number_markup(value, decimals);
}

}  // namespace

float lying_bar_width(const Frame& frame, const look::ColourScale& scale, float length) {
  const ui::TextStyle type = frame.style.small();
  return ui::text_size(end_of(scale, scale.low), type).x + ui::text_size(end_of(scale, scale.high), type).x +
         length + frame.style.px(12);
}

void draw_lying_bar(const Frame& frame, const look::ColourScale& scale, ImVec2 at, float line, float length) {
  const auto& style = frame.style;
  const ui::TextStyle type = style.small();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float words = std::round(at.y + (line - ui::text_size("0", type).y) / 2);
  const std::string low = end_of(scale, scale.low);
  ui::draw_text(list, {at.x, words}, low, type);
  const float left = std::round(at.x + ui::text_size(low, type).x + style.px(6));
  const float top = std::round(at.y + (line - style.px(kThick)) / 2);
  const float bottom = top + std::round(style.px(kThick));
  const int lines = static_cast<int>(length);
  const auto colours = look::lookup(scale.map);
  for (int i = 0; i < lines; ++i) {
    const int entry = (2 * i + 1) * look::kMapEntries / (2 * lines);
    const float x = left + static_cast<float>(i);
    list.AddRectFilled({x, top}, {x + 1, bottom}, ui::pack(colours[static_cast<size_t>(entry)]));
  }
  const float right = left + static_cast<float>(lines);
  list.AddRect({left - 1, top - 1}, {right + 1, bottom + 1}, style.colours.hairline);
  ui::draw_text(list, {right + style.px(6), words}, end_of(scale, scale.high), type);
}

void draw_low_title(const Frame& frame, const std::string& title, const std::string& tip,
                    const look::ColourScale& scale) {
  const auto& style = frame.style;
  const float width = ImGui::GetContentRegionAvail().x;
  const float bar = scale.is_open() ? 0 : lying_bar_width(frame, scale, style.px(kLyingBar));
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ui::label(ui::ellipsise(title, width - bar - style.px(16), style.title()), style.title());
  ui::tip(style, tip);
  if (bar > 0)
    draw_lying_bar(frame, scale, {start.x + width - bar, start.y}, ui::text_size("A", style.title()).y,
                   style.px(kLyingBar));
}

void draw_sentence_and_bar(const Frame& frame, const std::string& sentence, const look::ColourScale& scale) {
  const auto& style = frame.style;
  const float width = ImGui::GetContentRegionAvail().x;
  if (scale.is_open()) return ui::paragraph(sentence, width, style.quiet());
  const float bar = lying_bar_width(frame, scale, style.px(kLyingBar));
  const float beside = width - bar - style.px(16);
  const bool fits = beside >= style.px(kLeastSentence);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ui::paragraph(sentence, fits ? beside : width, style.quiet());
  const float line = ui::text_size("A", style.quiet()).y;
  if (fits) {
    draw_lying_bar(frame, scale, {start.x + width - bar, start.y}, line, style.px(kLyingBar));
    return;
  }
  draw_lying_bar(frame, scale, ImGui::GetCursorScreenPos(), line, style.px(kLyingBar));
  ImGui::Dummy({bar, line});
}

ImVec2 map_size(ImVec2 room, float rows, float columns) {
  constexpr float kWidest = 1.8f;   // width to height of a cell
  constexpr float kTallest = 1.3f;  // height to width
  const float width = std::min(room.x / columns, kWidest * room.y / rows);
  const float height = std::min(room.y / rows, kTallest * width);
  return {std::floor(width * columns), std::floor(height * rows)};
}

engine::Cell lit_in(const Frame& frame, int stage) {
  engine::Cell cell = frame.explained_cell();
  if (cell.stage < 0) return cell;
  const engine::Stage& shown = frame.trace().stage(stage);
  const engine::Stage& explained = frame.trace().stage(cell.stage);
  if (shown.rows == explained.rows && shown.columns == explained.columns && shown.kind == explained.kind)
    cell.stage = stage;
  return cell;
}

}  // namespace views
