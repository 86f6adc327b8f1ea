// positions_view.h: the view of the positions lab.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_positions_lab(const Frame& frame);

}  // namespace views
