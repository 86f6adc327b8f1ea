// present_parts.h: the parts of a presentation: its sizes, its footer, and the values of a row and a column
// next to a matrix whose cells are too small for them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/ui/heatmap.h"
#include "app/views/core/frame.h"
#include "app/views/stage/stage_layout.h"

namespace views {

// The height of digits at 1080p, in pixels, with type to match; proportional at other sizes.
inline constexpr float kDigitHeight = 28;

// Sizes for projection, independent of the user's text size: `enlarged` times those of a window at 100 %, at
// 1080p. Values in cells have kDigitHeight, or two thirds of it where more would have no room.
ui::Style presentation_style(const ui::Style& style, ImVec2 window, float enlarged);

// The footer's opacity after this many idle seconds, and the seconds until that changes; nullopt once it is
// gone.
float foot_opacity(double quiet);
std::optional<double> foot_changes_in(double quiet);

// The stage with its title and formula, in the space from `corner` on.
void draw_presented_stage(const Frame& frame, ImVec2 corner, ImVec2 room);

// A value next to a matrix, for its row or column `index`.
struct SideNumber {
  engine::Index index = 0;
  float centre = 0;      // along the matrix, pixels
  float size = 0;        // its extent along the matrix, in pixels
  bool is_here = false;  // of the explained cell
  int lane = -1;         // 0 is next to the matrix; -1: it does not fit
};
// Assigns lanes in turns, with the explained cell's next to the matrix; false if two of a lane would touch.
bool take_turns(std::vector<SideNumber>& numbers, int lanes, float gap);
// One lane with every n-th, the explained cell's among them; n is the least with which none touch.
void take_every_nth(std::vector<SideNumber>& numbers, float gap);

// How the values of a row are set below a matrix and those of a column to its right: in as many lanes, with
// type of this size.
struct SideLanes {
  int below = 1;
  int beside = 1;
  float type = 0;         // pixels
  float width = 0;        // of a value below, pixels; one that is wider loses decimals. 0: that of −0.00
  bool is_whole = false;  // every value has its place
};
// With all of its values, in type no smaller than its labels; otherwise as large as values in cells, and as
// many as fit.
SideLanes side_lanes(const Frame& frame, const ui::MatrixFrame& matrix);
// Those that a matrix is given room for before it is placed: `below` for the whole row; or as many as fit.
SideLanes side_lanes_to_try(const Frame& frame, int below);
SideLanes side_lanes_of_many(const Frame& frame);
// The latter beside a matrix that has its place.
SideLanes side_lanes_of_many(const Frame& frame, const ui::MatrixFrame& matrix);

// Lanes of values below the matrix for the cell's row, and to its right for its column.
void draw_side_numbers(const Frame& frame, const ui::MatrixFrame& matrix, const engine::Cell& cell,
                       const SideLanes& lanes);
// The columns, as drawn, that have their value below the matrix, in order.
std::vector<engine::Index> columns_with_values(const Frame& frame, const ui::MatrixFrame& matrix,
                                               const engine::Cell& cell, const SideLanes& lanes);
// The height of a lane below, in pixels.
float side_number_height(float type);
// The space that they take: on the right, below.
ImVec2 side_numbers_room(const Frame& frame, const SideLanes& lanes);

// What follows the mouse: a bright point, and a magnified part.
void draw_laser(const Frame& frame);
void draw_magnifier(const Frame& frame);

}  // namespace views
