// shelf.h: the lessons that Headlight brings along.
#pragma once

#include <span>
#include <string_view>

#include "app/lessons/lesson.h"
#include "app/text/tr.h"

namespace app {

// In the order of their numbers; read once.
std::span<const Lesson> lessons(Language language);

// The lesson of that number, with or without a zero in front ("4", "04"), or of that id; null if there is
// none.
const Lesson* find_lesson(Language language, std::string_view name);

}  // namespace app
