// folding.h: folds what stands around the stage, and brings it back.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// The next of wide, pictures and away, and again: as far as there is room.
void fold_rail(const Frame& frame);
// Away, or shown.
void fold_card(const Frame& frame);
void fold_strip(const Frame& frame);

}  // namespace views
