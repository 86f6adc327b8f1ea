// file_kinds.cpp: examines a path without reading any file.
#include "app/shell/file_kinds.h"

#include <filesystem>

#include "app/session/file_purpose.h"
#include "app/text/quotable.h"

namespace app {

namespace fs = std::filesystem;

std::optional<engine::Error> check_kind(const std::string& path) {
  std::error_code ignored;
  const fs::file_status found = fs::status(path, ignored);
  if (fs::is_other(found) && fs::exists(found)) return engine::Error{"error.not_a_file", {{"path", path}}};
  return std::nullopt;
}

bool is_model(const std::string& path) {
  std::error_code failed;
  const auto endings = file_purpose("model").endings;
  if (!fs::is_directory(path, failed)) return has_ending(path, endings);
  for (fs::directory_iterator entry(path, failed), end; !failed && entry != end; entry.increment(failed)) {
    if (has_ending(entry->path().string(), endings)) return true;
  }
  return false;
}

std::string name_of_file(const std::string& path) {
  return quotable(fs::path(path).filename().string());
}

}  // namespace app
