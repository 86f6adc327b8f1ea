// written_sums.h: one row of a stage, each of its numbers written out as the sum that it is.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// The numbers of the row, one a line: as many terms as have room, then the true sum. Scrolls within `size`.
void draw_sums(const Frame& frame, int stage, engine::Index row, ImVec2 at, ImVec2 size);

}  // namespace views
