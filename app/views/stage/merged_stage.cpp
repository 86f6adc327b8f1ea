// merged_stage.cpp: the large picture of a map between words.
#include "app/views/stage/merged_stage.h"

#include <algorithm>

#include "app/look/labels.h"
#include "app/ui/math.h"
#include "app/ui/widgets.h"
#include "app/views/core/motion.h"
#include "app/views/stage/glide.h"
#include "app/views/stage/picture_words.h"
#include "app/views/stage/small_map.h"

namespace views {

void draw_merged_stage(const Frame& frame, const Frame& merged, int index) {
  const auto& style = frame.style;
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(style.px(8), style.px(4)));
  draw_picture_words(frame, width);
  const engine::Stage& pieces = frame.trace().stage(index);
  const int stage = merged.trace().find(pieces.address).value();
  const ImVec2 heading = ImGui::GetCursorScreenPos();
  const std::string title = frame.tr("merged.title", {{"stage", look::stage_title(frame.tr, pieces)}});
  ui::label(ui::ellipsise(title, width, style.title()), style.title());
  const ui::MathStyle math{&style.fonts,        style.px(18),      style.colours.ink,
                           style.colours.query, style.colours.key, style.colours.value};
  const ui::MathLayout formula = ui::layout_math(merged.trace().formula(stage), math, width * 0.5f);
  if (ui::text_size(title, style.title()).x + formula.width + style.px(40) < width) {
    ui::draw_math(*ImGui::GetWindowDrawList(),
                  {heading.x + width - formula.width, heading.y + std::max(style.px(20), formula.ascent)},
                  formula);
  }
  ui::paragraph(frame.tr("merged.why"), width, style.quiet());
  ImGui::Dummy({0, style.px(8)});
  ImGui::PopStyleVar();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const look::ColourScale& scale = merged.facts.scale(stage);
  const float bar = style.px(64);
  const SmallMap map{.stage = stage, .caption = look::axis_title(frame.tr, pieces), .scale = scale};
  const auto matrix = draw_small_map(merged, map, at, {room.x - bar, room.y - style.px(4)});
  merged.motion.place_stage(merged.trace_pointer(), {{pieces.address, matrix, scale}});
  outline_folded_row(merged, matrix);
  draw_colour_bar(merged, scale, {matrix.corner.x + matrix.size.x + style.px(12), matrix.corner.y},
                  std::min(matrix.size.y, style.px(190)));
}

}  // namespace views
