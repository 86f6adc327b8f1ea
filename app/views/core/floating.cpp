// floating.cpp: the appearance of small panels over the window.
#include "app/views/core/floating.h"

namespace views {

bool begin_floating(const ui::Style& style, const char* id, ImVec2 at, ImVec2 pivot, ImU32 border) {
  ImGui::SetNextWindowPos(at, ImGuiCond_Always, pivot);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(style.px(18), style.px(12)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, style.px(10));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0f);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, style.colours.panel);
  ImGui::PushStyleColor(ImGuiCol_Border, border);
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                                      ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                                      ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoMove;
  return ImGui::Begin(id, nullptr, kFlags);
}

void end_floating() {
  ImGui::End();
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar(3);
}

}  // namespace views
