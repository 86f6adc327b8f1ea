// question_view.h: what a step asks, how it is answered, and what is said of the answer.
#pragma once

#include "app/lessons/lesson.h"
#include "app/views/core/frame.h"

namespace views {

// `run`: of the step.
void draw_question(const Frame& frame, const app::Question& question, const engine::Trace& run, float width);

}  // namespace views
