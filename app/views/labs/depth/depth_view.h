// depth_view.h: the view of the depth lab.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_depth_lab(const Frame& frame);

}  // namespace views
