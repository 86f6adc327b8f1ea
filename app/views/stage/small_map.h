// small_map.h: one stage as a picture with a caption and labels, in any rectangle: for comparisons and
// experiments.
#pragma once

#include <string>

#include "app/views/core/frame.h"
#include "app/views/stage/matrix_view.h"

namespace views {

struct SmallMap {
  int stage = -1;
  std::string caption;
  look::ColourScale scale;
  bool row_labels = true;
  bool may_drop_labels = false;  // if they would take more space than the picture
  engine::Cell lit = {};         // in this trace: outlined, with its labels; without a stage: the explained
                                 // cell
  ImU32 lit_colour = 0;          // of its outline; 0: ink
  bool explains = true;          // hovering explains a cell, with a tooltip
  bool column_labels = true;
  Crowded crowded = Crowded::kEveryNth;  // labels without room for all
  bool lights_row = false;               // the whole row of `lit`, too, in its query's colour
  float widest_cell = 1;                 // of a map: how many times as wide as high
  engine::Index kept_row = -1;           // whose label is never left out
  const Facts* names = nullptr;          // whose labels it has; null: its trace's own
};

// Draws it in `room` at `at`, as large as it fits: cells of a map are square, unless they may be
// wider. Hovering explains a cell.
// Returns the placed matrix.
ui::MatrixFrame draw_small_map(const Frame& frame, const SmallMap& map, ImVec2 at, ImVec2 room);

// The cell under the mouse in a drawn matrix; without a stage if there is none.
engine::Cell pointed_at(const ui::MatrixFrame& matrix);

// The number of columns that makes `count` pictures in this space largest.
int picture_columns(size_t count, ImVec2 room);

// One scale for both: that of `one`, extended if `other` exceeds it.
look::ColourScale shared_scale(const look::ColourScale& one, const look::ColourScale& other);

// The scale of a difference between stages that are drawn on `of`: its own, except for differences so small
// that rounding would look significant.
look::ColourScale difference_scale(const look::ColourScale& own, const look::ColourScale& of);

// The largest of the cells drawn on one pixel, if they are that small.
struct PixelPeak {
  engine::Cell cell;
  engine::Index rows = 1;  // of how many cells
  engine::Index columns = 1;
};
// `cell`: one of those under the mouse, which is over `matrix`. If cells are larger than a pixel, the cell
// itself.
PixelPeak largest_under_pixel(const Frame& frame, const ui::MatrixFrame& matrix, const engine::Cell& cell);

// The stage, row, column and value of a cell, next to the mouse; and which cells it is the largest of.
void cell_tooltip(const Frame& frame, const engine::Cell& cell, engine::Index rows = 1,
                  engine::Index columns = 1);

}  // namespace views
