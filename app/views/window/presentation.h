// presentation.h: the window before a class: the stage alone, large.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// `over`: draws what lies over the window.
void draw_presentation(const Frame& frame, void (*over)(const Frame& frame));

}  // namespace views
