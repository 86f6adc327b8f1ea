// segmented_choice.cpp: buttons without gaps, on a common ground.
#include "app/views/core/segmented_choice.h"

#include "app/ui/widgets.h"

namespace views {
namespace {

constexpr float kInset = 2;    // of a segment in the chip, pixels at 100 %
constexpr float kBeside = 11;  // its word

float width_of_segment(const Frame& frame, const char* key) {
  return ui::text_size(frame.tr(key), frame.style.strong()).x + frame.style.px(2 * kBeside);
}

// Returns whether it was pressed.
bool draw_one_segment(const Frame& frame, const char* key, ImVec2 at, float height, bool is_chosen) {
  const auto& style = frame.style;
  const ImVec2 size(width_of_segment(frame, key), height);
  ImGui::SetCursorScreenPos(at);
  const bool pressed = ImGui::InvisibleButton(key, size);
  const bool hovered = ImGui::IsItemHovered();
  ui::tip(style, frame.tr(std::string(key) + ".tip"));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (is_chosen) list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, style.colours.panel, style.px(6));
  ui::TextStyle type = is_chosen ? style.strong() : style.quiet();
  if (hovered) type.colour = style.colours.ink;
  const float line = ui::text_size("A", type).y;
  ui::draw_text_centred(list, {at.x + size.x / 2, at.y + (size.y - line) / 2}, frame.tr(key), type);
  return pressed;
}

}  // namespace

float segmented_choice_width(const Frame& frame, std::initializer_list<const char*> keys) {
  float width = frame.style.px(2 * kInset);
  for (const char* const key : keys) width += width_of_segment(frame, key);
  return width;
}

std::optional<size_t> draw_segmented_choice(const Frame& frame, std::initializer_list<const char*> keys,
                                            size_t chosen) {
  const auto& style = frame.style;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 size(segmented_choice_width(frame, keys), ImGui::GetFrameHeight());
  ImGui::GetWindowDrawList()->AddRectFilled(corner, {corner.x + size.x, corner.y + size.y},
                                            style.colours.chip, style.px(7));
  const float inset = style.px(kInset);
  std::optional<size_t> pressed;
  ImVec2 at(corner.x + inset, corner.y + inset);
  size_t index = 0;
  for (const char* const key : keys) {
    if (draw_one_segment(frame, key, at, size.y - 2 * inset, index == chosen) && index != chosen)
      pressed = index;
    at.x += width_of_segment(frame, key);
    ++index;
  }
  ImGui::SetCursorScreenPos(corner);
  ImGui::Dummy(size);
  return pressed;
}

}  // namespace views
