// lesson_state.h: the lesson that is being taken: its step, its question, and how it was answered.
#pragma once

#include <functional>
#include <memory>
#include <optional>

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

// The run that the step set up, whatever the window shows by now; null until it is there. Of a step that sets
// nothing up, that of the window.
std::shared_ptr<const engine::Trace> step_run(const Frame& frame);
// Call once a frame while the lesson is drawn: keeps that run, and lets the step's film begin.
void keep_up_with_step(const Frame& frame);

// What the answer so far is worth; nullopt while there is none, or no question.
std::optional<app::Verdict> verdict(const Frame& frame);
// Whether the step's question, if it has one, is answered rightly or its answer was asked for.
bool is_settled(const Frame& frame);
// Whether the run that would tell the answer is still covered.
bool is_covered(const Frame& frame);

// Changes the answer. Once a question for a cell is settled, the cell that it asked for is pinned: the card
// explains it.
void change_answer(const Frame& frame, const std::function<void(app::GivenAnswer&)>& change);

// Opens a lesson at one of its steps; sets up what it shows.
void go_to_lesson_step(const Frame& frame, const app::Lesson& lesson, size_t step);
// At the step where it was left, or at its beginning once it was taken to its end.
void open_lesson_where_left(const Frame& frame, const app::Lesson& lesson);
// The step that many further on; at either end nothing happens: the walk would leave the step.
void step_lesson(const Frame& frame, int by);
// Sets up the step again, and keeps what was answered.
void return_to_step(const Frame& frame);
// It was taken to its end: next time it begins anew.
void end_lesson(const Frame& frame);
void close_lesson(const Frame& frame);

}  // namespace views
