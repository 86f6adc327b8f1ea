// recovery.cpp: writes the open session during the program's life, and finds what other windows left.
#include "app/shell/recovery.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "app/document/document_line.h"
#include "app/export/file.h"
#include "app/shell/not_kept.h"
#include "engine/text/tokenizer.h"

namespace app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kName = "open-session-";
constexpr std::string_view kPartName = ".open-session-";  // of one that is being written
constexpr std::string_view kRecoveryEnding = ".json";

fs::path lock_of(fs::path session) {
  return session.replace_extension(".lock");
}

bool is_session(const fs::path& path) {
  return path.filename().string().starts_with(kName) && path.extension() == kRecoveryEnding;
}

// A part of a session that was being written when its window was ended; one that is written now is not as
// old.
bool is_stray_part(const fs::path& path) {
  constexpr std::chrono::hours kOld{1};
  if (!path.filename().string().starts_with(kPartName)) return false;
  std::error_code failed;
  const auto written = fs::last_write_time(path, failed);
  return !failed && fs::file_time_type::clock::now() - written > kOld;
}

}  // namespace

Recovery::Recovery(fs::path folder) : folder_(std::move(folder)) {
  if (!folder_.empty()) find_left_behind();
}

fs::path Recovery::usual_folder() {
  const auto folder = [](const char* variable) -> fs::path {
    const char* value = std::getenv(variable);
    return value != nullptr && *value == '/' ? value : "";
  };
  fs::path state = folder("XDG_STATE_HOME");
  if (state.empty() && !folder("HOME").empty()) state = folder("HOME") / ".local" / "state";
  return state.empty() ? state : state / "headlight";
}

void Recovery::find_left_behind() {
  std::error_code failed;
  for (fs::directory_iterator entry(folder_, failed), end; !failed && entry != end; entry.increment(failed)) {
    const fs::path path = entry->path();
    if (is_stray_part(path)) set_aside(path);
    if (!is_session(path)) continue;
    auto lock = FileLock::take(lock_of(path));
    if (!lock) continue;  // its window is open
    const auto line = exporter::read_file(path);
    auto document = line ? from_line(*line) : line.error();
    if (!document) {
      // A newer Headlight will read it.
      if (document.error().key != "error.session_version") set_aside(path);
      lock->remove_file();
      continue;
    }
    std::error_code ignored;
    const auto written = fs::last_write_time(path, ignored);
    left_.push_back({path, written, std::move(document).value(), std::move(lock).value()});
  }
  std::sort(left_.begin(), left_.end(),
            [](const LeftBehind& a, const LeftBehind& b) { return a.written < b.written; });
}

void Recovery::set_aside(const fs::path& path) {
  std::error_code failed;
  fs::create_directories(unreadable_folder(), failed);
  const fs::path aside = unreadable_folder() / path.filename();
  fs::rename(path, aside, failed);
  if (!failed) unreadable_.push_back(aside);
}

void Recovery::remove_unreadable() {
  std::error_code ignored;
  for (const fs::path& path : unreadable_) fs::remove(path, ignored);
  fs::remove(unreadable_folder(), ignored);  // if nothing else is in it
  unreadable_.clear();
}

// The file is named after the process id; an earlier process with the same id may have left its own.
std::optional<engine::Error> Recovery::take_own_file() {
  if (!path_.empty()) return std::nullopt;
  auto failed = exporter::make_folder(folder_);
  if (failed) return failed;
  constexpr int kTries = 100;
  for (int number = getpid(), last = number + kTries; number < last; ++number) {
    const fs::path path =
        folder_ / (std::string(kName) + std::to_string(number) + std::string(kRecoveryEnding));
    std::error_code ignored;
    if (fs::exists(path, ignored)) continue;
    auto lock = FileLock::take(lock_of(path));
    if (!lock) {
      failed = lock.error();
      continue;
    }
    lock_ = std::move(lock).value();
    path_ = path;
    return std::nullopt;
  }
  return failed;
}

std::optional<engine::Error> Recovery::write() {
  if (auto failed = take_own_file()) return failed;
  return exporter::write_file(path_, to_line(*waiting_));
}

void Recovery::answered(bool is_kept) {
  if (left_.empty()) return;
  if (is_kept && flush()) {
    std::error_code ignored;
    fs::remove(left_.back().path, ignored);
    left_.back().lock.remove_file();
  }
  left_.pop_back();
}

void Recovery::keep(const Document& document, double now) {
  if (folder_.empty()) {
    failed_ = not_kept_without_home();
    return;
  }
  if (written_ == document) {
    waiting_.reset();
    return;
  }
  if (waiting_ != document) waiting_ = document;
  if (now < next_write_) return;
  next_write_ = now + (flush() ? kEvery : kRetry);
}

bool Recovery::flush() {
  if (!waiting_) return true;
  const auto failed = write();
  failed_ = failed ? std::optional(not_kept_in(folder_, *failed)) : std::nullopt;
  if (failed) return false;
  written_ = std::exchange(waiting_, std::nullopt);
  return true;
}

std::optional<double> Recovery::due(double now) const {
  if (!waiting_) return std::nullopt;
  return std::max(0.0, next_write_ - now);
}

void Recovery::forget() {
  waiting_.reset();
  if (path_.empty()) return;
  std::error_code ignored;
  fs::remove(path_, ignored);
  lock_->remove_file();
}

std::string beginning(std::string_view text) {
  constexpr size_t kShownCharacters = 60;
  constexpr size_t kMostBytes = 300;
  const auto characters = text::tokenize(text, text::TokenizerKind::kCharacters);
  std::string start;
  if (!characters) return start;
  size_t count = 0;
  for (const std::string& character : *characters) {
    if (++count > kShownCharacters || start.size() + character.size() > kMostBytes) return start + "…";
    const bool breaks = static_cast<unsigned char>(character.front()) < ' ';
    start += breaks ? " " : character;
  }
  return start;
}

}  // namespace app
