// lesson_reader.h: reads a lesson from its Markdown file, whoever wrote it.
#pragma once

#include <string_view>
#include <vector>

#include "app/lessons/lesson.h"

namespace app {

inline constexpr int kLessonVersion = 1;
inline constexpr size_t kLargestLesson = 1U << 20U;  // bytes
inline constexpr size_t kMostLessonSteps = 200;
inline constexpr int kLastStatement = 96;  // of the course

// A lesson, and what is wrong with it, by line; without a single fault it can be taken, once check_lesson
// finds none either.
struct ReadLesson {
  Lesson lesson;
  std::vector<LessonFault> faults;
};

// The head has id, title, and optionally number, minutes, rows ("23, 24") and lesson (the format's version);
// each step has `session` (a session in one line), or `set` (fields of a session that differ from the step
// before), `look`, `view`, `pin`, `token`, `play` (film, fold, figures), `point` (a part of the window), and
// for a question `ask`, `answer`, `wrong`, `reveal`, `cover`; then its prose. Until a step sets something up,
// asks or names a number, the window stays as it is. Faults, besides those of from_line and read_object:
// error.lesson_large (megabytes), error.invalid_utf8 (byte), error.lesson_head, error.lesson_head_end,
// error.lesson_version (version), error.lesson_field (field, known), error.lesson_field_twice (field),
// error.lesson_field_missing (field), error.lesson_number (field, value, least, most), error.lesson_id
// (value), error.lesson_no_steps, error.lesson_many_steps (most), error.lesson_ask (value, choices),
// error.lesson_answer_missing, error.lesson_choices, error.lesson_right_choices (count), error.lesson_order,
// error.lesson_wrong (value), error.lesson_without_ask (field), error.lesson_unused (field),
// error.lesson_fence, error.lesson_play (value, choices).
ReadLesson read_lesson(std::string_view file);

// Only what the head says, for lists: without steps, and whatever is wrong.
Lesson read_lesson_head(std::string_view file);

}  // namespace app
