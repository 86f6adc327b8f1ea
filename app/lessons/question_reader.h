// question_reader.h: reads what a step of a lesson asks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/lessons/lesson_lines.h"

namespace app {

// The question that the fields of a step ask, where they do; the list of its choices, or of what to put in
// order, is cut off the prose. Faults: see read_lesson.
std::optional<Question> read_question(const LessonPart& part, std::string& prose,
                                      std::vector<LessonFault>& faults);

}  // namespace app
