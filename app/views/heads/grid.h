// grid.h: the view of every head of the model: one row per layer.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_grid(const Frame& frame);

}  // namespace views
