// presentation.h: presentation mode: the stage alone, large.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// `over`: draws the overlays on the window.
void draw_presentation(const Frame& frame, void (*over)(const Frame& frame));

}  // namespace views
