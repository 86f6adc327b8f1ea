// kept_file.cpp: defers writes, so that a dragged slider is one of them.
#include "app/shell/kept_file.h"

#include <algorithm>
#include <utility>

#include "app/export/file.h"
#include "app/shell/not_kept.h"

namespace app {

void KeptFile::keep(std::string text, double now) {
  if (path_.empty()) {
    failed_ = not_kept_without_home();
    return;
  }
  if (text == written_) {
    waiting_.clear();
    return;
  }
  if (waiting_.empty()) next_write_ = now + kEvery;
  waiting_ = std::move(text);
  if (now >= next_write_) flush();
}

void KeptFile::flush() {
  if (waiting_.empty()) return;
  const std::filesystem::path folder = path_.parent_path();
  auto failed = exporter::make_folder(folder);
  if (!failed) failed = exporter::write_file(path_, waiting_);
  failed_ = failed ? std::optional(not_kept_in(folder, *failed)) : std::nullopt;
  written_ = std::exchange(waiting_, {});
}

std::optional<double> KeptFile::due(double now) const {
  if (waiting_.empty()) return std::nullopt;
  return std::max(0.0, next_write_ - now);
}

}  // namespace app
