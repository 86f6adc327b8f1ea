// icon_button.cpp: icons drawn as shapes, since not every font has them.
#include "app/ui/icon_button.h"

#include <cmath>

namespace ui {
namespace {

void draw_triangle(ImVec2 centre, float half, float direction, ImU32 colour) {
  const float tip = half * 0.95f * direction;
  const float back = half * 0.7f * direction;
  // Clockwise, as Dear ImGui's anti-aliasing expects.
  const ImVec2 low(centre.x - back, centre.y + half * direction);
  const ImVec2 high(centre.x - back, centre.y - half * direction);
  ImGui::GetWindowDrawList()->AddTriangleFilled(high, {centre.x + tip, centre.y}, low, colour);
}

void draw_icon(Icon icon, ImVec2 centre, float half, ImU32 colour) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float bar = half * 0.32f;
  const auto upright = [&](float x) {
    list.AddRectFilled({centre.x + x - bar, centre.y - half}, {centre.x + x + bar, centre.y + half}, colour);
  };
  switch (icon) {
    case Icon::kPlay:
      return draw_triangle({centre.x + half * 0.1f, centre.y}, half * 1.1f, 1, colour);
    case Icon::kPause:
      upright(-half * 0.55f);
      return upright(half * 0.55f);
    case Icon::kBack:
      upright(-half * 0.8f);
      return draw_triangle({centre.x + half * 0.2f, centre.y}, half, -1, colour);
    case Icon::kOn:
      upright(half * 0.8f);
      return draw_triangle({centre.x - half * 0.2f, centre.y}, half, 1, colour);
    case Icon::kClose:
      break;
  }
  const float arm = half * 0.75f;
  list.AddLine({centre.x - arm, centre.y - arm}, {centre.x + arm, centre.y + arm}, colour, half * 0.3f);
  list.AddLine({centre.x - arm, centre.y + arm}, {centre.x + arm, centre.y - arm}, colour, half * 0.3f);
}

}  // namespace

bool icon_button(const Style& style, const char* label, Icon icon, ButtonKind kind, bool enabled) {
  const bool pressed = button(style, label, kind, enabled);
  const ImVec2 low = ImGui::GetItemRectMin();
  const ImVec2 high = ImGui::GetItemRectMax();
  const ImU32 colour = kind == ButtonKind::kPrimary ? style.colours.panel : style.colours.ink;
  draw_icon(icon, {std::round((low.x + high.x) / 2), std::round((low.y + high.y) / 2)}, style.px(5),
            with_alpha(colour, enabled ? 1 : 0.35f));
  return pressed;
}

}  // namespace ui
