// breadcrumb.h: back and forward, the path of the focus, and the choice of view.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// The width that the name of the chosen view needs, uncut, as the button that opens the list of views.
float least_views_width(const Frame& frame);
// The width that back, forward and the name of the chosen view need, without a path.
float least_breadcrumb_width(const Frame& frame);

// From the cursor to `right`.
void draw_breadcrumb(const Frame& frame, float right);

}  // namespace views
