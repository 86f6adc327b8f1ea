// lesson_lines.h: a lesson's file as its parts: fields above, and steps of fields and prose.
#pragma once

#include <string_view>
#include <vector>

#include "app/lessons/lesson.h"

namespace app {

// "key: value" in one line of the file.
struct LessonField {
  int line = 1;
  std::string_view key;
  std::string_view value;
};

// The text below the fields of a step, without blank lines around it.
struct LessonPart {
  int line = 1;  // the first one of the part
  std::vector<LessonField> fields;
  int text_line = 1;  // the first one of the text
  std::string_view text;
};

// The first part is the head between the first two lines "---"; the others are the steps, parted by such
// lines outside of code. All views are into `file`. Faults: error.lesson_head, where the file does not begin
// with a head, error.lesson_head_end, where that does not end, error.lesson_fence, where code does not.
std::vector<LessonPart> part_lesson(std::string_view file, std::vector<LessonFault>& faults);

}  // namespace app
