// row_bars.h: the row that all maps outline, as bars: for each key one of each head, side by side.
#pragma once

#include <vector>

#include "app/views/core/frame.h"

namespace views {

// Of these maps, one of each head; 0 where no query is asked for, or `width` has no room for a bar of each
// head and key.
float row_bars_height(const Frame& frame, const std::vector<int>& stages, float width);

// Pointing explains the weight of a bar.
void draw_row_bars(const Frame& frame, const std::vector<int>& stages, ImVec2 at, float width);

}  // namespace views
