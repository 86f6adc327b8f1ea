// kept_sessions.cpp: a few session files in the user's state folder, named by when they were kept.
#include "app/shell/kept_sessions.h"

#include <algorithm>
#include <array>
#include <ctime>

#include "app/export/file.h"
#include "app/export/session_file.h"
#include "app/shell/not_kept.h"
#include "app/shell/recovery.h"

namespace app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSessionEnding = ".headlight";

// Newest first. Two from the same moment are sorted by name, which includes a counter.
std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<std::pair<fs::file_time_type, fs::path>> found;
  std::error_code failed;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) {
    std::error_code ignored;
    if (entry->path().extension() == kSessionEnding)
      found.emplace_back(fs::last_write_time(entry->path(), ignored), entry->path());
  }
  std::sort(found.rbegin(), found.rend());
  std::vector<fs::path> files;
  files.reserve(found.size());
  for (auto& [time, path] : found) files.push_back(std::move(path));
  return files;
}

}  // namespace

std::vector<KeptSessions::KeptSession> KeptSessions::list() const {
  std::vector<KeptSession> all;
  if (folder_.empty()) return all;
  for (const fs::path& path : files_in(folder_)) {
    const auto document = exporter::read_session_file(path);
    if (document && all.size() < kMost) all.push_back({path.string(), beginning(document->text)});
  }
  return all;
}

// "2026-11-21 19-13-05", with a number appended if that is taken.
fs::path KeptSessions::free_path() const {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  localtime_r(&now, &parts);
  std::array<char, 32> name{};
  std::strftime(name.data(), name.size(), "%Y-%m-%d %H-%M-%S", &parts);
  fs::path path = folder_ / (std::string(name.data()) + std::string(kSessionEnding));
  std::error_code ignored;
  for (int number = 2; fs::exists(path, ignored); ++number) {
    std::string numbered(name.data());
    numbered.append(" ").append(std::to_string(number)).append(kSessionEnding);
    path = folder_ / numbered;
  }
  return path;
}

std::optional<engine::Error> KeptSessions::keep(const Document& document) {
  if (folder_.empty()) return not_kept_without_home();
  if (const auto failed = exporter::make_folder(folder_)) return not_kept_in(folder_, *failed);
  const fs::path path = free_path();
  if (const auto failed = exporter::write_session_file(path, document)) return not_kept_in(folder_, *failed);
  const auto mine = exporter::read_file(path);
  std::error_code ignored;
  size_t count = 1;
  for (const fs::path& other : files_in(folder_)) {
    if (other == path) continue;
    const auto bytes = exporter::read_file(other);
    const bool says_the_same = mine && bytes && *mine == *bytes;
    if (says_the_same || ++count > kMost) fs::remove(other, ignored);
  }
  return std::nullopt;
}

void KeptSessions::remove(const std::string& path) {
  std::error_code ignored;
  if (owns(path)) fs::remove(path, ignored);
}

bool KeptSessions::owns(const std::string& path) const {
  return !folder_.empty() && fs::path(path).parent_path() == folder_;
}

}  // namespace app
