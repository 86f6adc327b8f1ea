// outline_panel.h: the walk as an outline, left of the stage.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// `folded`: as pictures only.
void draw_outline_panel(const Frame& frame, bool folded);

}  // namespace views
