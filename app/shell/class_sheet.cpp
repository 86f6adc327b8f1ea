// class_sheet.cpp: one row an answer.
#include "app/shell/class_sheet.h"

#include <filesystem>

#include "app/export/csv.h"

namespace app {
namespace {

std::string safe(const std::string& text) {
  const bool is_formula = !text.empty() && (text.front() == '=' || text.front() == '@');
  return exporter::csv_field(is_formula ? "'" + text : text);
}

const char* yes(bool is_so) {
  return is_so ? "yes" : "no";
}

}  // namespace

std::string class_sheet(const AllProgress& progress) {
  std::string sheet = "lesson,title,steps reached,step,answer,right,tries,shown\n";
  for (const auto& [key, lesson] : progress) {
    std::string start = safe(std::filesystem::path(key).filename().string());
    start.append(",").append(safe(lesson.title)).append(",").append(std::to_string(lesson.furthest + 1));
    if (lesson.answers.empty()) sheet.append(start).append(",,,,,\n");
    for (const auto& [step, record] : lesson.answers) {
      sheet.append(start).append(",").append(std::to_string(step + 1)).append(",").append(safe(record.words));
      sheet.append(",").append(yes(record.is_right)).append(",").append(std::to_string(record.tries));
      sheet.append(",").append(yes(record.given.is_shown)).append("\n");
    }
  }
  return sheet;
}

}  // namespace app
