// lesson_faults.cpp: a list beside a bar in the accent colour.
#include "app/views/lesson/lesson_faults.h"

#include <algorithm>

#include "app/lessons/lesson_check.h"
#include "app/ui/widgets.h"

namespace views {

void draw_faults(const Frame& frame, const app::OwnLesson& own, float width) {
  constexpr size_t kMostFaults = 4;
  const auto& style = frame.style;
  if (own.faults.empty()) return;
  ImGui::Dummy({0, style.px(2)});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float indent = style.px(12);
  ImGui::Indent(indent);
  const float room = width - indent;
  ui::paragraph(frame.tr(own.lesson.steps.empty() ? "lesson.faults.none_yet" : "lesson.faults"), room,
                {style.fonts.semibold, style.px(15), style.colours.accent});
  for (size_t i = 0; i < std::min(own.faults.size(), kMostFaults); ++i) {
    ui::paragraph(frame.tr(app::with_line(own.faults[i], frame.tr)), room, style.text());
  }
  if (own.faults.size() > kMostFaults) {
    const std::string rest = std::to_string(own.faults.size() - kMostFaults);
    ui::paragraph(frame.tr("lesson.faults.more", {{"count", rest}}), room, style.quiet());
  }
  ImGui::Unindent(indent);
  ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + style.px(3), ImGui::GetItemRectMax().y},
                                            style.colours.accent, style.px(1));
  ImGui::Dummy({0, style.px(4)});
}

}  // namespace views
