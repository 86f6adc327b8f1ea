// question_view.h: what a step asks, how it is answered, and what is said of the answer.
#pragma once

#include "app/lessons/lesson.h"
#include "app/views/core/frame.h"

namespace views {

void draw_question(const Frame& frame, const app::Question& question, float width);

}  // namespace views
