// present_parts.h: the window before a class: its sizes, its foot, and the numbers of a row and a column that
// stand beside a matrix whose cells are too small for them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/ui/heatmap.h"
#include "app/views/core/frame.h"
#include "app/views/stage/stage_layout.h"

namespace views {

// At 1080p digits are this high, in pixels, and type accordingly; elsewhere in proportion.
inline constexpr float kDigitHeight = 28;

// Sizes for a wall, whatever size of text the reader chose: `enlarged` times those of a window at 100 %, at
// 1080p. Numbers in cells have kDigitHeight in any of them.
ui::Style presentation_style(const ui::Style& style, ImVec2 window, float enlarged);

// How much of the foot shows after so many quiet seconds, and in how many seconds that changes; nothing once
// it has gone.
float foot_opacity(double quiet);
std::optional<double> foot_changes_in(double quiet);

// The stage with its title and formula, in the room from `corner` on.
void draw_presented_stage(const Frame& frame, ImVec2 corner, ImVec2 room);

// A number that stands beside a matrix, for the row or column `index` of it.
struct SideNumber {
  engine::Index index = 0;
  float centre = 0;  // along the matrix, pixels
  float size = 0;    // it takes so many pixels along the matrix
  float weight = 0;  // the heaviest come first
  int lane = -1;     // 0 is next to the matrix; -1: it has no room
};
// Gives the heaviest a lane first, and each the nearest in which it touches no other.
void fill_lanes(std::vector<SideNumber>& numbers, int lanes, float gap);

// Lanes of numbers below the matrix for the cell's row, and to its right for its column.
void draw_side_numbers(const Frame& frame, const ui::MatrixFrame& matrix, const engine::Cell& cell);
// What they take: to the right, below.
ImVec2 side_numbers_room(const Frame& frame);

// What follows the mouse: a bright point, and what lies under it, enlarged.
void draw_laser(const Frame& frame);
void draw_magnifier(const Frame& frame);

}  // namespace views
