// presented_step.h: a lesson's step below the presented stage: its words large, its question beside them.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// The share of the window's height that the step takes; 0 without a lesson. The same for every step that only
// tells, so that the stage stays where it is.
float share_of_presented_step(const Frame& frame);

// `frame`: in the sizes of the presentation.
void draw_presented_step(const Frame& frame, ImVec2 corner, ImVec2 room);

// "Why divide by √dₖ · 2 / 7"; empty without a lesson.
std::string place_in_lesson(const Frame& frame);

}  // namespace views
