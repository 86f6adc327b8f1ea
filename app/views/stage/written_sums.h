// written_sums.h: one row of a stage, each value written out as its sum.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// The height of all lines.
float sums_height(const Frame& frame, int stage, engine::Index row);

// The values of the row, one per line: as many terms as fit, then the actual sum. Scrolls within `size`.
void draw_sums(const Frame& frame, int stage, engine::Index row, ImVec2 at, ImVec2 size);

}  // namespace views
