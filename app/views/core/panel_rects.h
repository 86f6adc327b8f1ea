// panel_rects.h: the last position of each part of the window: what a lesson may point at.
#pragma once

#include <imgui.h>

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace views {

inline constexpr std::array<std::string_view, 8> kWindowParts = {"sequence", "settings", "rail",    "stage",
                                                                 "card",     "strip",    "stepper", "menus"};

// Rectangles in pixels, by the part's name. Each part records its own when drawn; folded parts are absent.
class PanelRects {
 public:
  void begin_frame() {
    last_ = std::move(now_);
    now_.clear();
  }
  void note(std::string_view part, ImVec2 low, ImVec2 high) {
    now_.insert_or_assign(std::string(part), std::pair(low, high));
  }
  // The last item that was drawn.
  void note_item(std::string_view part) { note(part, ImGui::GetItemRectMin(), ImGui::GetItemRectMax()); }

  // A part's position in this frame, or, if not drawn yet, in the last one.
  std::optional<std::pair<ImVec2, ImVec2>> of(std::string_view part) const {
    for (const auto* frame : {&now_, &last_}) {
      const auto found = frame->find(part);
      if (found != frame->end()) return found->second;
    }
    return std::nullopt;
  }

 private:
  std::map<std::string, std::pair<ImVec2, ImVec2>, std::less<>> now_, last_;
};

}  // namespace views
