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

}  // namespace

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
