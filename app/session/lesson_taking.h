// lesson_taking.h: opens the steps of a lesson, judges what is answered, and notes how it went.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/lessons/answer.h"
#include "app/lessons/lesson.h"
#include "app/session/requests.h"

namespace app {

// Opens a step, or the last one if there are fewer, with what was answered there before, and sets up what it
// shows. `own`: the file that the lesson is from; null if Headlight brings it along.
void open_lesson_step(Requests& requests, const Lesson& lesson, const std::shared_ptr<const OwnLesson>& own,
                      size_t step);

// The step where a lesson of that key was left; the first one once it was taken to its end.
size_t step_left(const AllProgress& progress, const std::string& key);

// What tells questions apart: an answer to one is none to another. `with_words`: of the choices, too, which
// are those of a language.
std::uint64_t question_key(const LessonStep& step, bool with_words);

// What an answer is worth; nullopt while nothing was answered that can be judged.
std::optional<Verdict> judge(const Question& question, const GivenAnswer& given, const engine::Trace& trace);

// An answer as somebody would write it: "0.73", "2 x 5", "[2, 6]" from `first` on, "a → b → c", or the words
// of the choice; empty while nothing was answered.
std::string answer_words(const Question& question, const GivenAnswer& given, const engine::Trace& trace,
                         int first);

// The record of a step that asks, after `now` was given and judged, without its question's key; nullopt if
// `before` has it already. An answer that was asked for without one of one's own counts as well.
std::optional<AnswerRecord> next_record(const AnswerRecord* before, const LessonStep& step,
                                        const GivenAnswer& now, const engine::Trace& trace, int first);

}  // namespace app
