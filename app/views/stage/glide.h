// glide.h: the result of a step on its way to be an operand of the next one.
#pragma once

#include <vector>

#include "app/views/core/frame.h"
#include "app/views/stage/stage_layout.h"

namespace views {

// Says where the matrices are drawn, with their scales in the same order, and draws the one that is under way
// above them.
void draw_glide(const Frame& frame, const StageLayout& layout, const std::vector<look::ColourScale>& scales);

// The outline of the row that arcs folded into.
void outline_folded_row(const Frame& frame, const ui::MatrixFrame& matrix);

}  // namespace views
