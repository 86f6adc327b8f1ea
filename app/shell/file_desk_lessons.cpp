// file_desk_lessons.cpp: lessons of the user's own, and what is written about them.
#include <filesystem>

#include "app/export/file.h"
#include "app/export/worksheet.h"
#include "app/lessons/shelf.h"
#include "app/shell/class_sheet.h"
#include "app/shell/file_desk.h"
#include "app/shell/file_kinds.h"
#include "app/shell/lesson_files.h"
#include "app/text/quotable.h"

namespace app {

namespace fs = std::filesystem;

void FileDesk::open_lesson(const std::string& path, double /*now*/) {
  lessons_.open(path);
}

// Any file of the folder stands for all of it.
void FileDesk::choose_lessons_folder(const std::string& path, double now) {
  std::error_code ignored;
  const std::string folder = fs::is_directory(path, ignored) ? path : fs::path(path).parent_path().string();
  lessons_.choose_folder(folder, now);
}

void FileDesk::list_lessons(const std::string& /*folder*/, double /*now*/) {
  lessons_.list();
}

bool FileDesk::report_written(const std::string& path, const std::optional<engine::Error>& failed) {
  if (failed) {
    refuse("files.not_saved", path, *failed);
  } else {
    session_.notify({"files.saved", {{"path", quotable(path, kLongestPath)}}, 0, false, {}, path});
  }
  return !failed;
}

void FileDesk::write_lesson(const std::string& path, double now) {
  const std::string file = new_lesson(session_.document(), path, words(session_.preferences()));
  if (!report_written(path, exporter::write_file(path, file))) return;
  if (session_.preferences().lessons_folder.empty())
    lessons_.choose_folder(fs::path(path).parent_path().string(), now);
  session_.arrange([](Desk& desk) { desk.lesson = {}; });
  lessons_.open(path);
}

void FileDesk::write_class_sheet(const std::string& path, double /*now*/) {
  report_written(
      path, exporter::write_file(path, class_sheet(session_.desk().progress, words(session_.preferences()))));
}

void FileDesk::write_worksheet(const std::string& path, double /*now*/) {
  const LessonState& open = session_.desk().lesson;
  const Language language = session_.preferences().language;
  const Lesson* const lesson = open.own ? &open.own->lesson : find_lesson(language, open.id);
  if (lesson == nullptr) return;
  const auto pages = exporter::draw_worksheet(*lesson, words(session_.preferences()));
  report_written(path, pages ? exporter::write_file(path, *pages) : std::optional(pages.error()));
}

}  // namespace app
