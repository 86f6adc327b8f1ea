// chips_carry.cpp: follows a token from press to release.
#include "app/views/window/chips_carry.h"

#include <cfloat>
#include <cmath>

#include "app/session/exploring.h"
#include "app/ui/widgets.h"

namespace views {

using engine::Index;

namespace {

// The gap nearest to the mouse: before the token at this position, or after the last.
Index gap_at(const Carrying& carrying, ImVec2 mouse) {
  Index nearest = 0;
  float least = FLT_MAX;
  for (size_t i = 0; i < carrying.boxes.size(); ++i) {
    const auto& [low, high] = carrying.boxes[i];
    const float down = std::abs(mouse.y - (low.y + high.y) / 2) * 4;
    for (const auto& [x, gap] : {std::pair{low.x, i}, {high.x, i + 1}}) {
      const float far = std::abs(mouse.x - x) + down;
      if (far >= least) continue;
      least = far;
      nearest = static_cast<Index>(gap);
    }
  }
  return nearest;
}

}  // namespace

bool is_dragged() {
  const ImVec2 moved = ImGui::GetMouseDragDelta(0);
  return moved.x != 0 || moved.y != 0;
}

void draw_carried(const Frame& frame, const Carrying& carrying, const std::vector<std::string>& labels) {
  if (carrying.from < 0 || carrying.boxes.empty()) return;
  const auto& style = frame.style;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const Index gap = gap_at(carrying, mouse);
  const Index to = gap > carrying.from ? gap - 1 : gap;
  if (carrying.dropped) {
    const auto count = static_cast<Index>(carrying.boxes.size());
    if (to != carrying.from)
      frame.requests.edit(
          "", [=, from = carrying.from](app::State& state) { app::move_token(state, from, to, count); });
    return;
  }
  const bool behind = gap == static_cast<Index>(carrying.boxes.size());
  const auto& beside = carrying.boxes.at(static_cast<size_t>(behind ? gap - 1 : gap));
  const float x =
      behind ? beside.second.x + style.px(kChipSpacing / 2) : beside.first.x - style.px(kChipSpacing / 2);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({x - style.px(1.5f), beside.first.y - style.px(2)},
                     {x + style.px(1.5f), beside.second.y + style.px(2)}, style.colours.accent, style.px(2));
  const std::string& text = labels.at(static_cast<size_t>(carrying.from));
  const auto& own = carrying.boxes.at(static_cast<size_t>(carrying.from));
  const ImVec2 size(own.second.x - own.first.x, own.second.y - own.first.y);
  const ImVec2 low(mouse.x - size.x / 2, mouse.y - size.y / 2);
  ImDrawList& above = *ImGui::GetForegroundDrawList();
  const ImVec2 high(low.x + size.x, low.y + size.y);
  above.AddRectFilled(low, high, style.colours.selected, style.px(7));
  above.AddRect(low, high, style.colours.accent, style.px(7));
  ui::draw_text_centred(above, {mouse.x, low.y + style.px(5)}, text, style.text());
}

void move_by_key(const Frame& frame, Index position, Index count) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!io.KeyCtrl || !io.KeyShift) return;
  const Index by =
      (ImGui::IsKeyPressed(ImGuiKey_RightArrow) ? 1 : 0) - (ImGui::IsKeyPressed(ImGuiKey_LeftArrow) ? 1 : 0);
  if (by != 0)
    frame.requests.edit("",
                        [=](app::State& state) { app::move_token(state, position, position + by, count); });
}

}  // namespace views
