// attribution.h: what of the input matters for the target: gradients read in three ways, beside attention.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_attribution(const Frame& frame);

}  // namespace views
