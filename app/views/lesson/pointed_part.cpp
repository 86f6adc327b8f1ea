// pointed_part.cpp: a line around the part, and a pale one around that.
#include "app/views/lesson/pointed_part.h"

#include <algorithm>

#include "app/views/core/panel_rects.h"
#include "app/views/lesson/lesson_state.h"

namespace views {

bool points_at_part(const Frame& frame, std::string_view part) {
  const app::LessonStep* const step = lesson_step(frame);
  return step != nullptr && step->point == part;
}

void draw_pointed_part(const Frame& frame) {
  const app::LessonStep* const step = lesson_step(frame);
  // Above an overlay it would point at nothing.
  if (step == nullptr || step->point.empty() || !frame.session.desk().panel.empty()) return;
  auto part = frame.panel_rects.of(step->point);
  if (!part) part = frame.panel_rects.of("stage");
  if (!part) return;
  const auto& style = frame.style;
  const float edge = style.px(4);
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const ImVec2 low(std::max(part->first.x, edge), std::max(part->first.y, edge));
  const ImVec2 high(std::min(part->second.x, window.x - edge), std::min(part->second.y, window.y - edge));
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const ImU32 glow = ui::with_alpha(style.colours.accent, 0.25f);
  list.AddRect(low, high, glow, style.px(10), 0, style.px(8));
  list.AddRect(low, high, style.colours.accent, style.px(10), 0, style.px(3));
}

}  // namespace views
