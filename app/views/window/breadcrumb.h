// breadcrumb.h: back and forward, where in the model one is, and the choice of what the middle shows.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// From the cursor to `right`.
void draw_breadcrumb(const Frame& frame, float right);

}  // namespace views
