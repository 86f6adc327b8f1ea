// lesson_files.cpp: files and folders of lessons, whoever wrote them.
#include "app/shell/lesson_files.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <string_view>

#include "app/document/document_line.h"
#include "app/export/file.h"
#include "app/lessons/lesson_check.h"
#include "app/lessons/lesson_reader.h"
#include "app/session/folder.h"
#include "app/shell/file_kinds.h"
#include "app/views/lesson/lesson_names.h"
#include "engine/core/parallel.h"
#include "engine/loaders/file_stamp.h"

namespace app {
namespace {

namespace fs = std::filesystem;

constexpr std::array kEndings = {kLessonEnding};

ListedLesson listed(const std::string& path, const std::string& stamp) {
  ListedLesson lesson{path, stamp, name_of_file(path), 0};
  const auto file = exporter::read_file(path, kLargestLesson);
  if (!file) return lesson;
  const Lesson head = read_lesson_head(*file);
  if (!head.title.empty()) lesson.title = head.title;
  lesson.minutes = head.minutes;
  return lesson;
}

// "My lesson 2.md" as an id: "my-lesson-2"; "lesson" where no letter fits.
std::string id_for(const std::string& path) {
  std::string id;
  bool has_letter = false;
  for (const char letter : fs::path(path).stem().string()) {
    const bool is_large = letter >= 'A' && letter <= 'Z';
    const bool is_small = letter >= 'a' && letter <= 'z';
    has_letter = has_letter || is_large || is_small;
    if (is_large || is_small || (letter >= '0' && letter <= '9')) {
      id += is_large ? static_cast<char>(letter - 'A' + 'a') : letter;
    } else if (!id.empty() && id.back() != '-') {
      id += '-';
    }
  }
  while (id.ends_with('-')) id.pop_back();
  return has_letter ? id : "lesson";
}

}  // namespace

engine::Result<OwnLesson> read_lesson_file(const std::string& path) {
  OwnLesson own;
  own.path = path;
  own.stamp = loaders::settled_stamp_text(path);
  const auto file = exporter::read_file(path, kLargestLesson);
  if (!file) return file.error();
  ReadLesson read = read_lesson(*file);
  own.lesson = std::move(read.lesson);
  own.faults = std::move(read.faults);
  if (own.faults.empty()) own.faults = check_lesson(own.lesson, views::lesson_names());
  std::ranges::stable_sort(own.faults, {}, &LessonFault::line);
  return own;
}

LessonFolder read_lesson_folder(const std::string& path, const LessonFolder* earlier) {
  Folder folder = read_folder(path, kEndings);
  sort_entries(folder.entries, true);
  LessonFolder read{folder.path, {}, folder.error};
  std::map<std::string_view, const ListedLesson*> known;
  if (earlier != nullptr) {
    for (const ListedLesson& lesson : earlier->lessons) known.emplace(lesson.path, &lesson);
  }
  for (const FolderEntry& entry : folder.entries) {
    if (engine::stop_requested()) break;
    if (entry.is_folder) continue;
    const std::string file = (fs::path(folder.path) / entry.name).string();
    const std::string stamp = loaders::stamp_text(file);
    const auto found = known.find(file);
    const bool is_same = found != known.end() && found->second->stamp == stamp;
    read.lessons.push_back(is_same ? *found->second : listed(file, stamp));
  }
  return read;
}

std::string new_lesson(const Document& document, const std::string& path, const Words& words) {
  std::string file = "---\nlesson: ";
  file.append(std::to_string(kLessonVersion)).append("\nid: ").append(id_for(path)).append("\ntitle: ");
  file.append(words("lesson.new.title")).append("\n---\nsession: ").append(to_line(document));
  return file.append("\n\n").append(words("lesson.new.prose")).append("\n");
}

}  // namespace app
