// label_places.cpp: tries eight places around each label's point, then eight further out.
#include "app/views/core/label_places.h"

#include <algorithm>
#include <array>

namespace views {
namespace {

bool overlap(const LabelRoom& a, const LabelRoom& b) {
  return a.low.x < b.high.x && b.low.x < a.high.x && a.low.y < b.high.y && b.low.y < a.high.y;
}

// The offset of the label's centre from its point, in halves of its size and the gap.
constexpr std::array<ImVec2, 8> kSides = {
    {{1, 0}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {1, 1}, {-1, -1}, {-1, 1}}};

// How far out, in gaps: further than the first, a line leads to the label.
constexpr std::array<float, 3> kRings = {1, 2.4F, 4};

constexpr float kAroundPoint = 0.6F;  // of the gap, that no label covers

LabelRoom at_side(const PointLabel& label, ImVec2 side, float gap) {
  const ImVec2 middle(label.point.x + side.x * (label.size.x / 2 + gap),
                      label.point.y + side.y * (label.size.y / 2 + gap));
  return {{middle.x - label.size.x / 2, middle.y - label.size.y / 2},
          {middle.x + label.size.x / 2, middle.y + label.size.y / 2}};
}

// The first place within `room` that covers nothing taken, nearest ring first.
std::optional<LabelRoom> free_place(const PointLabel& label, std::span<const LabelRoom> taken,
                                    const LabelRoom& room, float gap) {
  const float beyond = std::max(label.mark - kAroundPoint * gap, 0.0F);
  for (const float ring : kRings) {
    for (const ImVec2& side : kSides) {
      const LabelRoom box = at_side(label, side, ring * gap + beyond);
      const bool inside = box.low.x >= room.low.x && box.low.y >= room.low.y && box.high.x <= room.high.x &&
                          box.high.y <= room.high.y;
      const bool is_free = std::none_of(taken.begin(), taken.end(),
                                        [&](const LabelRoom& other) { return overlap(box, other); });
      if (inside && is_free) return box;
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::optional<ImVec2>> place_labels(std::span<const PointLabel> labels, const LabelRoom& room,
                                                float gap, std::span<const LabelRoom> taken) {
  std::vector<LabelRoom> covered(taken.begin(), taken.end());
  covered.reserve(covered.size() + 2 * labels.size());
  for (const PointLabel& label : labels) {
    const float half = std::max(kAroundPoint * gap, label.mark);
    covered.push_back(
        {{label.point.x - half, label.point.y - half}, {label.point.x + half, label.point.y + half}});
  }
  std::vector<std::optional<ImVec2>> places;
  places.reserve(labels.size());
  for (const PointLabel& label : labels) {
    const std::optional<LabelRoom> box = free_place(label, covered, room, gap);
    if (box) covered.push_back(*box);
    places.push_back(box ? std::optional(box->low) : std::nullopt);
  }
  return places;
}

}  // namespace views
