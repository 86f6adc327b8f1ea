// shelf.cpp: reads the lessons that are embedded in the program.
#include "app/lessons/shelf.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "app/lessons/lesson_reader.h"
#include "embedded/lessons_en.h"
#include "embedded/lessons_zh_Hans.h"
#include "embedded/lessons_zh_Hant.h"

namespace app {
namespace {

struct Embedded {
  std::span<const std::string_view> names;
  std::string_view (*file)(std::string_view name);
};

Embedded embedded(Language language) {
  switch (language) {
    case Language::kTraditionalChinese:
      return {lessons_zh_Hant::names(), lessons_zh_Hant::file};
    case Language::kSimplifiedChinese:
      return {lessons_zh_Hans::names(), lessons_zh_Hans::file};
    case Language::kEnglish:
      break;
  }
  return {lessons_en::names(), lessons_en::file};
}

// Their files' names begin with their numbers, and are listed in that order.
std::vector<Lesson> read_all(Language language) {
  const Embedded all = embedded(language);
  std::vector<Lesson> read;
  read.reserve(all.names.size());
  for (const std::string_view name : all.names) read.push_back(read_lesson(all.file(name)).lesson);
  return read;
}

}  // namespace

std::span<const Lesson> lessons(Language language) {
  static const std::array<std::vector<Lesson>, 3> kAll = {read_all(Language::kEnglish),
                                                          read_all(Language::kTraditionalChinese),
                                                          read_all(Language::kSimplifiedChinese)};
  return kAll.at(static_cast<size_t>(language));
}

const Lesson* find_lesson(Language language, std::string_view name) {
  int number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  const bool is_number = error == std::errc() && end == name.data() + name.size();
  for (const Lesson& lesson : lessons(language)) {
    if (is_number ? lesson.number == number : lesson.id == name) return &lesson;
  }
  return nullptr;
}

}  // namespace app
