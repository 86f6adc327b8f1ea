// label_places.h: puts labels beside points so that none covers another. Pure geometry.
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

// The top left corner of each label within `low` and `high`, beside its point at a distance of `gap`: to the
// right where that is free, else left, above, below or aslant. Nothing where it would cover a point or a
// label that was placed before it.
std::vector<std::optional<ImVec2>> place_labels(std::span<const PointLabel> labels, ImVec2 low, ImVec2 high,
                                                float gap);

}  // namespace views
