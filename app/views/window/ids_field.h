// ids_field.h: tokens that are fed in by their numbers, in the place of a text.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// Whether numbers stand in the place of the text. Those of a text that has tokens masked do not: its text is
// what is typed.
bool reads_ids(const Frame& frame);

// The numbers, to be typed, and a button that returns to the text; both within `width`. Only where
// reads_ids().
void draw_ids_field(const Frame& frame, float width);

}  // namespace views
