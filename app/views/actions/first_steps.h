// first_steps.h: what one can do first, above the keys: how to read a map, and six things to try.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// Draws them in this width at `at`; returns their height.
float draw_first_steps(const Frame& frame, ImVec2 at, float width);

}  // namespace views
