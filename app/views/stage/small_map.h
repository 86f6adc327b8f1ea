// small_map.h: one stage as a picture with a caption and labels, in any rectangle: what comparisons and
// experiments set side by side.
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
  bool may_drop_labels = false;  // where they would take more room than the picture
  engine::Cell lit = {};         // of this trace: outlined, with its labels; of no stage: the explained cell
  bool explains = true;          // pointing explains a cell, with a tooltip
  bool column_labels = true;
};

// Draws it in `room` from `at` on, as large as it fits: cells of a map are square. Pointing explains a cell.
// Returns the matrix as it was placed.
ui::MatrixFrame draw_small_map(const Frame& frame, const SmallMap& map, ImVec2 at, ImVec2 room);

// The cell under the mouse of a matrix that was drawn; of no stage elsewhere.
engine::Cell pointed_at(const ui::MatrixFrame& matrix);

// How many columns make `count` pictures in this room largest.
int picture_columns(size_t count, ImVec2 room);

// One scale for both: that of the one, wider where the other goes beyond it.
look::ColourScale shared_scale(const look::ColourScale& one, const look::ColourScale& other);

// The scale of a difference between stages that are drawn on `of`: its own, but for differences so small that
// rounding would be painted as if it were much.
look::ColourScale difference_scale(const look::ColourScale& own, const look::ColourScale& of);

// The largest of the cells that are drawn on one pixel, where they are as small as that.
struct PixelPeak {
  engine::Cell cell;
  engine::Index rows = 1;  // of how many cells
  engine::Index columns = 1;
};
// `cell`: one of those under the mouse, which is over `matrix`. Where cells are larger than a pixel itself.
PixelPeak largest_under_pixel(const Frame& frame, const ui::MatrixFrame& matrix, const engine::Cell& cell);

// The stage, row, column and number of a cell, beside the mouse; and which cells it is the largest of.
void cell_tooltip(const Frame& frame, const engine::Cell& cell, engine::Index rows = 1,
                  engine::Index columns = 1);

}  // namespace views
