// breadcrumb.h: back and forward, the path of the focus, and the choice of view.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// From the cursor to `right`.
void draw_breadcrumb(const Frame& frame, float right);

}  // namespace views
