// chips_carry.h: a token that is dragged, or moved by a key, to another place of its sequence.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/views/core/frame.h"

namespace views {

constexpr float kChipSpacing = 6;  // between chips, in pixels at 100 %

// Where the chips of a row were drawn this frame, and which of them is carried.
struct Carrying {
  std::vector<std::pair<ImVec2, ImVec2>> boxes;  // of the tokens that can be moved, in order
  engine::Index from = -1;
  bool dropped = false;
};

// So far a press is a click, and from there on a drag.
bool is_dragged();

// The carried token under the mouse, and a bar in the gap where it would go; or its move, once it is let go.
void draw_carried(const Frame& frame, const Carrying& carrying, const std::vector<std::string>& labels);

// Ctrl+Shift with an arrow moves the token under the mouse, one of `count`, by one place.
void move_by_key(const Frame& frame, engine::Index position, engine::Index count);

}  // namespace views
