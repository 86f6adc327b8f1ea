// scroll_into_view.cpp: remembers, per window, the last place scrolled to.
#include "app/views/core/scroll_into_view.h"

#include <imgui.h>

namespace views {

bool arrives_at(const char* what, const std::string& place) {
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID key = ImGui::GetID(what);
  const auto now = static_cast<int>(ImGui::GetID(place.c_str()));
  if (storage.GetInt(key) == now) return false;
  storage.SetInt(key, now);
  return true;
}

void keep_in_sight(const char* what, const std::string& place) {
  if (!arrives_at(what, place)) return;
  const ImVec2 low = ImGui::GetWindowPos();
  const ImVec2 high(low.x + ImGui::GetWindowWidth(), low.y + ImGui::GetWindowHeight());
  const ImVec2 first = ImGui::GetItemRectMin();
  const ImVec2 last = ImGui::GetItemRectMax();
  if (first.x < low.x || last.x > high.x) ImGui::SetScrollHereX();
  if (first.y < low.y || last.y > high.y) ImGui::SetScrollHereY();
}

}  // namespace views
