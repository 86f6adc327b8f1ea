// segmented_choice.cpp: buttons without gaps, on a common ground.
#include "app/views/core/segmented_choice.h"

#include "app/ui/widgets.h"

namespace views {
namespace {

constexpr float kInset = 2;    // of a segment in the chip, pixels at 100 %
constexpr float kBeside = 11;  // its word

float width_of_segment(const Frame& frame, const Segment& segment) {
  return ui::text_size(segment.word, frame.style.strong()).x + frame.style.px(2 * kBeside);
}

std::vector<Segment> segments_of(const Frame& frame, std::initializer_list<const char*> keys) {
  std::vector<Segment> segments;
  segments.reserve(keys.size());
  for (const std::string key : keys) segments.push_back({key, frame.tr(key), frame.tr(key + ".tip")});
  return segments;
}

// Returns whether it was pressed.
bool draw_one_segment(const Frame& frame, const Segment& segment, ImVec2 at, float height, bool is_chosen) {
  const auto& style = frame.style;
  const ImVec2 size(width_of_segment(frame, segment), height);
  ImGui::SetCursorScreenPos(at);
  const bool pressed = ImGui::InvisibleButton(segment.id.c_str(), size);
  const bool hovered = ImGui::IsItemHovered();
  ui::tip(style, segment.tip);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (is_chosen) list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, style.colours.panel, style.px(6));
  ui::TextStyle type = is_chosen ? style.strong() : style.quiet();
  if (hovered) type.colour = style.colours.ink;
  const float line = ui::text_size("A", type).y;
  ui::draw_text_centred(list, {at.x + size.x / 2, at.y + (size.y - line) / 2}, segment.word, type);
  return pressed;
}

}  // namespace

float segmented_choice_width(const Frame& frame, const std::vector<Segment>& segments) {
  float width = frame.style.px(2 * kInset);
  for (const Segment& segment : segments) width += width_of_segment(frame, segment);
  return width;
}

float segmented_choice_width(const Frame& frame, std::initializer_list<const char*> keys) {
  return segmented_choice_width(frame, segments_of(frame, keys));
}

std::optional<size_t> draw_segmented_choice(const Frame& frame, std::initializer_list<const char*> keys,
                                            size_t chosen) {
  return draw_segmented_choice(frame, segments_of(frame, keys), chosen);
}

std::optional<size_t> draw_segmented_choice(const Frame& frame, const std::vector<Segment>& segments,
                                            size_t chosen) {
  const auto& style = frame.style;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 size(segmented_choice_width(frame, segments), ImGui::GetFrameHeight());
  ImGui::GetWindowDrawList()->AddRectFilled(corner, {corner.x + size.x, corner.y + size.y},
                                            style.colours.chip, style.px(7));
  const float inset = style.px(kInset);
  std::optional<size_t> pressed;
  ImVec2 at(corner.x + inset, corner.y + inset);
  size_t index = 0;
  for (const Segment& segment : segments) {
    if (draw_one_segment(frame, segment, at, size.y - 2 * inset, index == chosen) && index != chosen)
      pressed = index;
    at.x += width_of_segment(frame, segment);
    ++index;
  }
  ImGui::SetCursorScreenPos(corner);
  ImGui::Dummy(size);
  return pressed;
}

}  // namespace views
