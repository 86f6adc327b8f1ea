// heads.h: the view of all heads of one attention side by side.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_heads(const Frame& frame);

}  // namespace views
