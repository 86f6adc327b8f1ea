// lesson_faults.h: what is wrong with the file of a lesson as it is now.
#pragma once

#include "app/session/own_lessons.h"
#include "app/views/core/frame.h"

namespace views {

// Each with its line, and that the last good version is shown; nothing if there are none.
void draw_faults(const Frame& frame, const app::OwnLesson& own, float width);

}  // namespace views
