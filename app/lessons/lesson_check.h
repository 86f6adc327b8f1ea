// lesson_check.h: takes a lesson as a class would: opens every step, works out every number and answer.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/lesson.h"
#include "app/text/tr.h"

namespace app {

inline constexpr int kMostProseWords = 60;

// What a lesson may name of the window.
struct WindowNames {
  std::vector<std::string> views;
  std::vector<std::string> parts;
};

// What is wrong with each step of a lesson that read_lesson took, up to the step where
// engine::stop_requested(). Faults, besides those of make_trace and
// evaluate, and error.unknown_stage: error.lesson_view (view, choices), error.lesson_point (part, choices),
// error.lesson_token (token, last), error.lesson_figures (stage), error.cell_range, error.lesson_long (words,
// most), error.lesson_no_prose, error.lesson_same_number (value, answer), error.lesson_cell_cover.
std::vector<LessonFault> check_lesson(const Lesson& lesson, const WindowNames& names);

// A fault with its line, as one error: lesson.fault (line, reason).
engine::Error with_line(const LessonFault& fault, const Words& words);

// The attention that a step opens into the paper's two figures: "encoder.0.self"; empty: none.
std::string figures_of(const LessonStep& step);

// A step's prose with its numbers, as Markdown.
std::string fill_prose(std::string_view prose, const engine::Trace& trace);

}  // namespace app
