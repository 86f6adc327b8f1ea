// label_places.h: places labels at points without overlaps. Pure geometry.
#pragma once

#include <imgui.h>

#include <optional>
#include <span>
#include <vector>

namespace views {

struct PointLabel {
  ImVec2 point;
  ImVec2 size;     // of its text
  float mark = 0;  // half the side of what is drawn at the point, if it is larger than most of `gap`
};

// On the screen, from corner to corner.
struct LabelRoom {
  ImVec2 low, high;
};

// The top left corner of each label within `room`, at a distance of `gap` from its point: to the right if
// that is free, otherwise left, above, below or diagonally, then the same further out. Nullopt if it would
// cover a point, a label placed earlier or what else is `taken`.
std::vector<std::optional<ImVec2>> place_labels(std::span<const PointLabel> labels, const LabelRoom& room,
                                                float gap, std::span<const LabelRoom> taken = {});

}  // namespace views
