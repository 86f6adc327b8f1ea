// class_sheet.cpp: one row an answer.
#include "app/shell/class_sheet.h"

#include <array>
#include <charconv>
#include <filesystem>

#include "app/export/csv.h"

namespace app {
namespace {

bool is_number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

std::string cell(const std::string& text) {
  const bool is_formula = text.find_first_of("=@+-\t\r") == 0 && !is_number(text);
  return exporter::csv_field(is_formula ? "'" + text : text);
}

}  // namespace

std::string class_sheet(const AllProgress& progress, const Words& words) {
  constexpr std::array kColumns = {"sheet.lesson", "sheet.title", "sheet.steps", "sheet.step",
                                   "sheet.answer", "sheet.right", "sheet.tries", "sheet.shown"};
  const auto yes_or_no = [&](bool is_so) { return words(is_so ? "sheet.yes" : "sheet.no"); };
  std::string sheet = "\xEF\xBB\xBF";
  for (const char* const column : kColumns) {
    if (column != kColumns.front()) sheet += ',';
    sheet += cell(words(column));
  }
  sheet += "\r\n";
  for (const auto& [key, lesson] : progress) {
    std::string start = cell(std::filesystem::path(key).filename().string());
    start.append(",").append(cell(lesson.title)).append(",").append(std::to_string(lesson.furthest + 1));
    if (lesson.answers.empty()) sheet.append(start).append(",,,,,\r\n");
    for (const auto& [step, record] : lesson.answers) {
      sheet.append(start).append(",").append(std::to_string(step + 1)).append(",").append(cell(record.words));
      sheet.append(",").append(yes_or_no(record.is_right)).append(",").append(std::to_string(record.tries));
      sheet.append(",").append(yes_or_no(record.given.is_shown)).append("\r\n");
    }
  }
  return sheet;
}

}  // namespace app
