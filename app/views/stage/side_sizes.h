// side_sizes.h: "L = 10" along the left side of a matrix, "d_k = 16" below it.
#pragma once

#include "app/views/core/frame.h"
#include "app/views/stage/stage_layout.h"

namespace views {

// The width that the number of rows takes left of the row labels; 0 where it has no letter.
float side_size_room(const Frame& frame, const engine::Stage& stage);

// How many rows: upright on the far side of the row labels, or beside the operand above a product. Left out
// where the side is too short, and while only one row is shown.
void draw_row_sizes(const Frame& frame, const StageLayout& layout, const LayoutMetrics& sizes);

// How many columns, in the line at `y` below the matrix: at its right end, or behind the first `taken` pixels
// of that line. Left out where it would reach beyond `edge`.
void draw_column_size(const Frame& frame, const ui::MatrixFrame& matrix, float y, float taken, float edge);

}  // namespace views
