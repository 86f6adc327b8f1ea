// head_strip.h: the heads of the attention that is looked at, small, below the stage.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_head_strip(const Frame& frame);

}  // namespace views
