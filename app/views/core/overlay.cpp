// overlay.cpp: sheets over the window are Dear ImGui popups, so keys and clicks below them are blocked.
#include "app/views/core/overlay.h"

#include "app/ui/widgets.h"

namespace views {

namespace {

// Dims the window, so that the sheet is readable; below what is drawn on it.
void draw_sheet(const ui::Style& style, bool dims) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 low = ImGui::GetWindowPos();
  const ImVec2 high(low.x + ImGui::GetWindowWidth(), low.y + ImGui::GetWindowHeight());
  list.PushClipRectFullScreen();
  if (dims) list.AddRectFilled({0, 0}, ImGui::GetIO().DisplaySize, veil(style, 0.22f));
  list.AddRectFilled(low, high, style.colours.panel, style.px(12));
  list.AddRect(low, high, dims ? style.colours.hairline : style.colours.muted, style.px(12));
  list.PopClipRect();
}

}  // namespace

ImU32 veil(const ui::Style& style, float light) {
  return ui::with_alpha(style.dark ? IM_COL32_BLACK : style.colours.ink, style.dark ? light + 0.2f : light);
}

void close_overlay(const Frame& frame) {
  frame.requests.arrange([](app::Desk& desk) { desk.panel.clear(); });
}

bool begin_overlay(const Frame& frame, const char* panel, const SheetPlace& place) {
  const auto& style = frame.style;
  const bool wanted = frame.session.desk().panel == panel;
  bool* const was_open = ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID(panel), false);
  if (wanted && !ImGui::IsPopupOpen(panel)) {
    // A click outside closed it.
    if (*was_open) close_overlay(frame);
    if (!*was_open) ImGui::OpenPopup(panel);
    *was_open = !*was_open;
  }
  if (!wanted) *was_open = false;
  ImGui::SetNextWindowPos(place.at, ImGuiCond_Always, place.pivot);
  ImGui::SetNextWindowSize(place.size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(style.px(20), style.px(16)));
  const bool open = ImGui::BeginPopup(panel, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoBackground);
  ImGui::PopStyleVar();
  if (!open) return false;
  if (!place.is_plain) draw_sheet(style, place.dims);
  if (!wanted) ImGui::CloseCurrentPopup();
  if (wanted && ImGui::IsKeyPressed(ImGuiKey_Escape, false)) close_overlay(frame);
  return true;
}

void end_overlay() {
  ImGui::EndPopup();
}

float key_width(const Frame& frame, const std::string& name) {
  return ui::text_size(name, frame.style.small_ink()).x + 2 * frame.style.px(7);
}

float draw_key(const Frame& frame, ImVec2 at, const std::string& name, bool right) {
  const auto& style = frame.style;
  const float width = key_width(frame, name);
  const ImVec2 text = ui::text_size(name, style.small_ink());
  if (right) at.x -= width;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 low(at.x, at.y - style.px(2));
  const ImVec2 high(at.x + width, at.y + text.y + style.px(2));
  list.AddRectFilled(low, high, style.colours.chip, style.px(5));
  list.AddRect(low, high, style.colours.hairline, style.px(5));
  ui::draw_text(list, {at.x + style.px(7), at.y}, name, style.small_ink());
  return width;
}

}  // namespace views
