// mark.cpp: draws the mark beside its word, on one button that both belong to.
#include "app/ui/mark.h"

#include <algorithm>

#include "app/ui/text.h"

namespace ui {
namespace {

constexpr float kMarkSize = 14;   // pixels at 100 %
constexpr float kBesideMark = 6;  // from it to the word, and around both

void draw_ring(const Style& style, ImDrawList& list, ImVec2 centre, float radius, bool is_chosen, ImU32 line,
               ImU32 fill) {
  list.AddCircle(centre, radius, line, 0, is_chosen ? style.px(2) : style.px(1.3f));
  if (is_chosen) list.AddCircleFilled(centre, radius * 0.5f, fill);
}

void draw_box(const Style& style, ImDrawList& list, ImVec2 centre, float half, bool is_chosen, ImU32 line,
              ImU32 fill) {
  const ImVec2 low(centre.x - half, centre.y - half);
  const ImVec2 high(centre.x + half, centre.y + half);
  if (is_chosen) {
    list.AddRectFilled(low, high, fill, style.px(3));
    draw_tick(list, centre, half * 0.55f, style.colours.panel);
  } else {
    list.AddRect(low, high, line, style.px(3), 0, style.px(1.3f));
  }
}

}  // namespace

bool mark(const Style& style, const std::string& label, MarkKind kind, bool is_chosen) {
  const std::string word = label.substr(0, label.find("##"));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size(mark_width(style, word), ImGui::GetFrameHeight());
  const bool pressed = ImGui::InvisibleButton(label.c_str(), size);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (ImGui::IsItemHovered())
    list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, style.colours.chip, style.px(7));
  // A disabled group is paler.
  const float alpha = ImGui::GetStyle().Alpha;
  const ImU32 ink = with_alpha(style.colours.ink, alpha);
  const ImU32 line = is_chosen ? ink : with_alpha(style.colours.muted, alpha);
  const float half = style.px(kMarkSize) / 2;
  const ImVec2 centre(at.x + style.px(kBesideMark) + half, at.y + size.y / 2);
  if (kind == MarkKind::kOneOf) {
    draw_ring(style, list, centre, half - 1, is_chosen, line, ink);
  } else {
    draw_box(style, list, centre, half - 1, is_chosen, line, ink);
  }
  TextStyle type = style.text();
  type.colour = ink;
  const float left = centre.x + half + style.px(kBesideMark);
  draw_text(list, {left, at.y + (size.y - text_size(word, type).y) / 2}, word, type);
  return pressed;
}

float mark_width(const Style& style, std::string_view text) {
  return style.px(kMarkSize) + 3 * style.px(kBesideMark) + text_size(text, style.text()).x;
}

void draw_tick(ImDrawList& list, ImVec2 centre, float size, ImU32 colour) {
  list.PathLineTo({centre.x - size, centre.y});
  list.PathLineTo({centre.x - size * 0.3f, centre.y + size * 0.7f});
  list.PathLineTo({centre.x + size, centre.y - size * 0.7f});
  list.PathStroke(colour, 0, std::max(1.5f, size * 0.35f));
}

}  // namespace ui
