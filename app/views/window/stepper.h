// stepper.h: the step that is looked at, and the one before and after it.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_stepper(const Frame& frame);

}  // namespace views
