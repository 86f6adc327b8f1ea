// stepper.h: the current step, with buttons to the previous and the next.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_stepper(const Frame& frame);

}  // namespace views
