// recovery.cpp: writes the open session beside the program's life.
#include "app/shell/recovery.h"

#include <algorithm>
#include <cstdlib>

#include "app/export/file.h"

namespace app {

Recovery::Recovery(std::filesystem::path path) : path_(std::move(path)) {
  if (path_.empty()) return;
  const auto line = exporter::read_file(path_);
  if (!line) return;
  auto document = from_line(*line);
  if (document) left_behind_ = std::move(document).value();
}

std::filesystem::path Recovery::usual_path() {
  const auto folder = [](const char* variable) -> std::filesystem::path {
    const char* value = std::getenv(variable);
    return value != nullptr && *value == '/' ? value : "";
  };
  std::filesystem::path state = folder("XDG_STATE_HOME");
  if (state.empty() && !folder("HOME").empty()) state = folder("HOME") / ".local" / "state";
  return state.empty() ? state : state / "headlight" / "open-session";
}

void Recovery::keep(const Document& document, double now) {
  if (path_.empty()) return;
  std::string line = to_line(document);
  if (line == written_) {
    waiting_.clear();
    return;
  }
  waiting_ = std::move(line);
  if (now - last_write_ < kEvery) return;
  last_write_ = now;
  flush();
}

void Recovery::flush() {
  if (waiting_.empty()) return;
  written_ = std::exchange(waiting_, {});
  // What cannot be kept is no reason to disturb the person at work.
  if (exporter::make_folder(path_.parent_path())) return;
  static_cast<void>(exporter::write_file(path_, written_));
}

std::optional<double> Recovery::due(double now) const {
  if (waiting_.empty()) return std::nullopt;
  return std::max(0.0, last_write_ + kEvery - now);
}

void Recovery::forget() {
  if (path_.empty()) return;
  waiting_.clear();
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

}  // namespace app
