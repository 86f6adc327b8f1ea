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

}  // namespace views
