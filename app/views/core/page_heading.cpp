// page_heading.cpp: the heading that all labs share.
#include "app/views/core/page_heading.h"

#include "app/ui/widgets.h"

namespace views {

void draw_page_heading(const Frame& frame, const std::string& key) {
  const auto& style = frame.style;
  const float width = ImGui::GetContentRegionAvail().x;
  const bool is_low = ImGui::GetWindowHeight() < style.px(300);
  ImGui::Dummy({0, style.px(2)});
  for (const std::string& line : ui::wrap_text(frame.tr(key + ".question"), width, style.title()))
    ui::label(line, style.title());
  if (!is_low) ui::paragraph(frame.tr(key + ".why"), width, style.quiet());
  ImGui::Dummy({0, style.px(2)});
}

}  // namespace views
