// nudge_button.h: a button that adds 1 to a row which the stage's sub-layer reads, or takes that back.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// Right-aligned at `right`; nothing where it is wider than `room`, or the stage has no row of a sub-layer's
// input.
void draw_nudge_button(const Frame& frame, int stage, ImVec2 right, float room);

}  // namespace views
