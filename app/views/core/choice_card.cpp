// choice_card.cpp: a rounded rectangle that lights up.
#include "app/views/core/choice_card.h"

#include "app/ui/widgets.h"

namespace views {
namespace {

constexpr float kSide = 12;
constexpr float kTop = 9;
constexpr float kBelowName = 3;
constexpr float kNameLine = 1.25F;
constexpr float kTextLine = 1.3F;

}  // namespace

float choice_card_height(const Frame& frame, const ChoiceCard& card, float width) {
  const auto& style = frame.style;
  const float inside = width - style.px(2 * kSide);
  const float name = ui::paragraph_height(card.name, inside, style.strong(), kNameLine) + style.px(2 * kTop);
  if (card.what.empty()) return name;
  return name + style.px(kBelowName) + ui::paragraph_height(card.what, inside, style.small(), kTextLine);
}

bool choice_card(const Frame& frame, const ChoiceCard& card, ImVec2 size) {
  const auto& style = frame.style;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool is_clicked = ImGui::InvisibleButton(card.id.c_str(), size);
  const bool is_hovered = ImGui::IsItemHovered();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end(at.x + size.x, at.y + size.y);
  const ImU32 fill = card.is_chosen ? style.colours.selected
                     : is_hovered   ? style.colours.chip
                                    : style.colours.panel;
  list.AddRectFilled(at, end, fill, style.px(8));
  list.AddRect(at, end, card.is_chosen ? style.colours.ink : style.colours.hairline, style.px(8));
  const float inside = size.x - style.px(2 * kSide);
  const ImVec2 corner(at.x + style.px(kSide), at.y + style.px(kTop));
  const float name = ui::draw_paragraph(list, corner, inside, card.name, style.strong(), kNameLine);
  ui::draw_paragraph(list, {corner.x, corner.y + name + style.px(kBelowName)}, inside, card.what,
                     style.small(), kTextLine);
  return is_clicked;
}

}  // namespace views
