// data_rows.cpp: lines and columns, and the first one that cannot be read.
#include "engine/training/data/data_rows.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "engine/core/quotable.h"
#include "engine/core/utf8.h"
#include "engine/training/tasks/rule_task.h"

namespace engine {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kBlanks = " \t\r\f\v";

Error refused_line(const char* key, std::string_view file, Index line,
                   std::vector<std::pair<std::string, std::string>> more = {}) {
  Error error{key, {{"file", quotable(file, kLongestPath)}, {"line", std::to_string(line)}}};
  error.arguments.insert(error.arguments.end(), more.begin(), more.end());
  return error;
}

Index line_of(std::string_view text, size_t byte) {
  return 1 + std::ranges::count(text.substr(0, byte), '\n');
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(kBlanks) == std::string_view::npos;
}

std::optional<Error> check_text(std::string_view file, std::string_view text, DataKind kind) {
  const size_t bad = std::min(first_invalid_byte(text).value_or(text.size()), text.find('\0'));
  if (bad < text.size()) return refused_line("error.data_encoding", file, line_of(text, bad));
  for (const std::string_view token : data_duty_tokens(kind)) {
    const size_t at = token == kUnknownWord ? std::string_view::npos : text.find(token);
    if (at != std::string_view::npos)
      return refused_line("error.data_reserved", file, line_of(text, at), {{"token", std::string(token)}});
  }
  return std::nullopt;
}

std::optional<Error> split_columns(std::string_view file, DataRow& row) {
  const std::string_view line = row.source;
  const auto columns = 1 + std::ranges::count(line, '\t');
  if (columns != 2)
    return refused_line("error.data_columns", file, row.line, {{"count", std::to_string(columns)}});
  const size_t tab = line.find('\t');
  row.source = line.substr(0, tab);
  row.target = line.substr(tab + 1);
  if (is_blank(row.source) || is_blank(row.target)) return refused_line("error.data_cell", file, row.line);
  return std::nullopt;
}

}  // namespace

const std::vector<std::string_view>& data_duty_tokens(DataKind kind) {
  static const std::vector<std::string_view> words{"<pad>", "<bos>", "<eos>", kUnknownWord};
  static const std::vector<std::string_view> subwords{"<pad>", "<|endoftext|>"};
  return kind == DataKind::kSubwords ? subwords : words;
}

Result<std::vector<DataRow>> read_rows(std::string_view file, std::string_view text, DataKind kind) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  if (auto bad = check_text(file, text, kind)) return *std::move(bad);
  std::vector<DataRow> rows;
  for (Index line = 1; !text.empty(); ++line) {
    const size_t end = std::min(text.find('\n'), text.size());
    DataRow row{line, text.substr(0, end), {}};
    text.remove_prefix(std::min(end + 1, text.size()));
    if (row.source.ends_with('\r')) row.source.remove_suffix(1);
    if (row.source.size() > kLongestDataLine)
      return refused_line("error.data_line_long", file, line,
                          {{"megabytes", std::to_string(kLongestDataLine >> 20U)}});
    // A tab makes a row of a table, if an empty one.
    const bool has_columns = kind == DataKind::kTable && row.source.find('\t') != std::string_view::npos;
    if (is_blank(row.source) && !has_columns) continue;
    if (kind == DataKind::kTable) {
      if (auto bad = split_columns(file, row)) return *std::move(bad);
    }
    rows.push_back(row);
  }
  if (rows.empty()) return Error{"error.data_empty", {{"file", quotable(file, kLongestPath)}}};
  return rows;
}

}  // namespace engine
