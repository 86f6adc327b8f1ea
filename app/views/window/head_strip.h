// head_strip.h: the heads of the focused attention, small, below the stage.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_head_strip(const Frame& frame);

}  // namespace views
