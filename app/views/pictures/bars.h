// bars.h: a picture of a stage: one row of a stage as bars.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_bars(const Frame& frame);

}  // namespace views
