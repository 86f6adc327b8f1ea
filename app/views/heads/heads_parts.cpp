// heads_parts.cpp: draws the colour bar of all heads lying beside a sentence.
#include "app/views/heads/heads_parts.h"

#include <algorithm>
#include <cmath>

#include "app/ui/widgets.h"
#include "app/views/stage/lying_bar.h"

namespace views {
namespace {

constexpr float kLyingBar = 110;  // pixels at 100 %
constexpr float kLeastSentence = 220;
constexpr float kBesideBar = 12;

}  // namespace

BarRoom draw_low_title(const Frame& frame, const std::string& title, const std::string& tip,
                       const look::ColourScale& scale) {
  const auto& style = frame.style;
  const float width = ImGui::GetContentRegionAvail().x;
  const float bar = scale.is_open() ? 0 : lying_bar_width(frame, scale, style.px(kLyingBar));
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const std::string shown = ui::ellipsise(title, width - bar - style.px(kBesideBar), style.title());
  ui::label(shown, style.title());
  ui::tip(style, tip);
  return {start.x + ui::text_size(shown, style.title()).x + style.px(kBesideBar), start.x + width, start.y,
          ui::text_size("A", style.title()).y};
}

BarRoom draw_sentence_by_bar(const Frame& frame, const std::string& sentence,
                             const look::ColourScale& scale) {
  const auto& style = frame.style;
  const float width = ImGui::GetContentRegionAvail().x;
  const float bar = scale.is_open() ? 0 : lying_bar_width(frame, scale, style.px(kLyingBar));
  const float beside = width - bar - style.px(kBesideBar);
  const float line = ui::text_size("A", style.quiet()).y;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  if (beside >= style.px(kLeastSentence)) {
    ui::paragraph(sentence, beside, style.quiet());
    float words = 0;
    for (const std::string& text : ui::wrap_text(sentence, beside, style.quiet()))
      words = std::max(words, ui::text_size(text, style.quiet()).x);
    return {start.x + words + style.px(kBesideBar), start.x + width, start.y, line};
  }
  ui::paragraph(sentence, width, style.quiet());
  const float below = ImGui::GetCursorScreenPos().y;
  if (bar > 0) ImGui::Dummy({bar, line});
  return {start.x, start.x + bar, below, line};
}

void draw_bar_in(const Frame& frame, const look::ColourScale& scale, const BarRoom& room) {
  draw_bar_in(frame, scale, room, room.right);
}

void draw_bar_in(const Frame& frame, const look::ColourScale& scale, const BarRoom& room, float maps_end) {
  if (scale.is_open()) return;
  const float length = frame.style.px(kLyingBar);
  const float width = lying_bar_width(frame, scale, length);
  const float end = std::clamp(maps_end, std::min(room.left + width, room.right), room.right);
  draw_lying_bar(frame, scale, {end - width, room.top}, room.line, length);
}

ImVec2 map_size(ImVec2 room, float rows, float columns, const CellShapes& shapes) {
  const float width = std::min(room.x / columns, shapes.widest * room.y / rows);
  const float height = std::min(room.y / rows, shapes.tallest * width);
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
