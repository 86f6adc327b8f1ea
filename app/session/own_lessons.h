// own_lessons.h: lessons in files of the user's own, as they were last read.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/lesson.h"
#include "engine/core/result.h"

namespace app {

// Files of lessons end so.
inline constexpr std::string_view kLessonEnding = ".md";

struct OwnLesson {
  std::string path;
  std::string stamp;                // changes when the file does
  Lesson lesson;                    // its last version without a fault; without steps if there was none
  std::vector<LessonFault> faults;  // of the file as it is now, by line
};

// What a list shows of a lesson.
struct ListedLesson {
  std::string path;
  std::string stamp;
  std::string title;  // the file's name where it has none
  int minutes = 0;    // 0: not said
};

struct LessonFolder {
  std::string path;
  std::vector<ListedLesson> lessons;   // by file name
  std::optional<engine::Error> error;  // why none, or not all, could be read
};

}  // namespace app
