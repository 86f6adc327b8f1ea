// folding.h: folds the panels around the stage, and unfolds them.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// Cycles through wide, pictures and hidden: as far as there is space.
void fold_rail(const Frame& frame);
// Whether the card is on the screen in a view that has one.
bool shows_card(const Frame& frame);
// Hides it, or shows it.
void fold_card(const Frame& frame);
void fold_strip(const Frame& frame);

}  // namespace views
