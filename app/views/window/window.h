// window.h: the whole window: header, sequence, settings, the outline, the middle, the explained cell, the
// heads, the stepper; or the presentation instead.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_interface(const Frame& frame);

}  // namespace views
