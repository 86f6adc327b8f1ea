// scrolling_page.cpp: a child window whose content says how high it is.
#include "app/views/core/scrolling_page.h"

#include <algorithm>

namespace views {

void begin_scrolling_page(const char* id) {
  ImGui::BeginChild(id, {0, 0}, 0, ImGuiWindowFlags_NoBackground);
}

void end_scrolling_page() {
  ImGui::EndChild();
}

ImVec2 room_at_least(float height) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  return {room.x, std::max(room.y, height)};
}

void take_room(ImVec2 corner, ImVec2 room) {
  ImGui::SetCursorScreenPos({corner.x, corner.y + room.y - 1});
  ImGui::Dummy({1, 1});
}

void fade_more_below(const ui::Style& style, float height) {
  if (ImGui::GetScrollY() >= ImGui::GetScrollMaxY()) return;
  // Inside the window's border, and clear of its round corners.
  const float inset = ImGui::GetStyle().WindowPadding.x;
  const ImVec2 low(ImGui::GetWindowPos().x + inset, ImGui::GetWindowPos().y);
  const ImVec2 high(low.x - inset + ImGui::GetWindowWidth() - ImGui::GetStyle().ScrollbarSize,
                    low.y + ImGui::GetWindowHeight() - (inset > 0 ? 1.0f : 0.0f));
  const ImU32 panel = style.colours.panel;
  const ImU32 clear = ui::with_alpha(panel, 0);
  ImGui::GetWindowDrawList()->AddRectFilledMultiColor({low.x, high.y - height}, high, clear, clear, panel,
                                                      panel);
}

}  // namespace views
