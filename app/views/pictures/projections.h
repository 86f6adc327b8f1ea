// projections.h: the view of one projection for all heads next to one projection per head.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_projections(const Frame& frame);

}  // namespace views
