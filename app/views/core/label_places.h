// label_places.h: places labels at points without overlaps. Pure geometry.
#pragma once

#include <imgui.h>

#include <optional>
#include <span>
#include <vector>

namespace views {

struct PointLabel {
  ImVec2 point;
  ImVec2 size;  // of its text
};

// The top left corner of each label within `low` and `high`, at a distance of `gap` from its point: to the
// right if that is free, otherwise left, above, below or diagonally, then the same further out. Nullopt if it
// would cover a point or a label placed earlier.
std::vector<std::optional<ImVec2>> place_labels(std::span<const PointLabel> labels, ImVec2 low, ImVec2 high,
                                                float gap);

}  // namespace views
