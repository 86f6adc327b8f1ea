// positions_view.h: the view of the lab on positions.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_positions_lab(const Frame& frame);

}  // namespace views
