// lesson_state.h: the lesson that is being taken: its step, its question, and how it was answered.
#pragma once

#include <optional>
#include <string_view>

#include "app/lessons/answer.h"
#include "app/lessons/lesson.h"
#include "app/views/core/frame.h"

namespace views {

// The open lesson, in the window's language; null if none is open.
const app::Lesson* open_lesson(const Frame& frame);
// Its step; null likewise.
const app::LessonStep* lesson_step(const Frame& frame);

// Whether the window shows something else than the step set up.
bool has_wandered(const Frame& frame);

// What the answer so far is worth; nullopt while there is none, or no question.
std::optional<app::Verdict> verdict(const Frame& frame);
// Whether the stage that would tell the answer is still covered.
bool is_covered(const Frame& frame);

// Opens a lesson at one of its steps; sets up what it shows.
void go_to_lesson_step(const Frame& frame, const app::Lesson& lesson, size_t step);
// Sets up the step again, and keeps what was answered.
void return_to_step(const Frame& frame);
void close_lesson(const Frame& frame);

}  // namespace views
