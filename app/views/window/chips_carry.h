// chips_carry.h: moves a token to another position in its sequence, by dragging or by keyboard.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/views/core/frame.h"

namespace views {

constexpr float kChipSpacing = 6;  // between chips, in pixels at 100 %

// The positions of a row's chips in this frame, and which one is being dragged.
struct Carrying {
  std::vector<std::pair<ImVec2, ImVec2>> boxes;  // of the movable tokens, in order
  engine::Index from = -1;
  bool dropped = false;
};

// Below this distance a press is a click, beyond it a drag.
bool is_dragged();

// The dragged token under the mouse, and a bar in the gap where it would go; or its move, on release.
void draw_carried(const Frame& frame, const Carrying& carrying, const std::vector<std::string>& labels);

// Ctrl+Shift with an arrow moves the token under the mouse, one of `count`, by one position.
void move_by_key(const Frame& frame, engine::Index position, engine::Index count);

}  // namespace views
