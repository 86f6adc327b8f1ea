// page_heading.cpp: the headings that pages share.
#include "app/views/core/page_heading.h"

namespace views {

bool is_low_page(const Frame& frame) {
  return ImGui::GetWindowHeight() < frame.style.px(340);
}

void draw_title(const Frame& frame, const std::string& title, const std::string& why, float width) {
  const auto& style = frame.style;
  ui::label(ui::ellipsise(title, width, style.title()), style.title());
  if (is_low_page(frame)) return ui::tip(style, why);
  ui::paragraph(why, width, style.quiet());
}

bool draw_close_lab(const Frame& frame, ui::Flow& flow) {
  const std::string words = frame.tr("lab.close");
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  const float behind = ImGui::GetItemRectMax().x + frame.style.px(8);
  // Words take no line of their own.
  const bool fits = behind + ui::button_width(frame.style, words) <= right;
  const std::string face = is_low_page(frame) || !fits ? "×" : words;
  flow.next(ui::button_width(frame.style, face));
  const bool pressed = ui::button(frame.style, (face + "##lab.close").c_str());
  ui::tip(frame.style, frame.tr("lab.close.tip"));
  return pressed;
}

void draw_page_heading(const Frame& frame, const std::string& key) {
  const auto& style = frame.style;
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::Dummy({0, style.px(2)});
  for (const std::string& line : ui::wrap_text(frame.tr(key + ".question"), width, style.title()))
    ui::label(line, style.title());
  const std::string why = frame.tr(key + ".why");
  is_low_page(frame) ? ui::tip(style, why) : ui::paragraph(why, width, style.quiet());
  ImGui::Dummy({0, style.px(2)});
}

}  // namespace views
