// lesson_panel.h: the lesson beside the stage: what a step says and asks.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// The width that the open lesson takes of this room, in pixels; 0 while none is open.
float lesson_width(const Frame& frame, float room);
void draw_lesson_panel(const Frame& frame);

}  // namespace views
