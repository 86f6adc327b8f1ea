// telling_cell.h: the cell that a presentation explains while none is pinned or pointed at.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// Among the largest numbers, whichever their sign, the one nearest to the middle, of a token that somebody
// wrote; of a map of a sequence to itself one between two tokens, since a token's own says little. A mask's
// first hidden cell; the first cell where all numbers are 0. Of a large stage only its first rows are looked
// at.
engine::Cell telling_cell(const Frame& frame, int stage);

}  // namespace views
