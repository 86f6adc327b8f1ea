// folder.cpp: reads a folder once; of its entries, only sizes and dates.
#include "app/session/folder.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <system_error>

#include "app/session/file_purpose.h"

namespace app {
namespace {

namespace fs = std::filesystem;
using engine::Error;

constexpr size_t kMostEntries = 5000;

Error reason(const fs::path& path, const std::error_code& failed) {
  const std::pair<std::string, std::string> where{"path", path.string()};
  if (failed == std::errc::no_such_file_or_directory) return {"error.no_file", {where}};
  if (failed == std::errc::permission_denied || failed == std::errc::operation_not_permitted)
    return {"error.no_read_permission", {where}};
  if (failed == std::errc::not_a_directory) return {"error.not_a_folder", {where}};
  return {"error.cannot_read", {where, {"detail", failed.message()}}};
}

int64_t seconds_since_1970(fs::file_time_type time) {
  const auto system = std::chrono::file_clock::to_sys(time);
  return std::chrono::duration_cast<std::chrono::seconds>(system.time_since_epoch()).count();
}

// Nullopt if it is hidden, or of another kind.
std::optional<FolderEntry> entry_of(const fs::directory_entry& found,
                                    std::span<const std::string_view> endings) {
  FolderEntry entry;
  entry.name = found.path().filename().string();
  if (entry.name.starts_with('.')) return std::nullopt;
  std::error_code failed;
  entry.is_folder = found.is_directory(failed);
  if (!entry.is_folder && (!has_ending(entry.name, endings) || !found.is_regular_file(failed)))
    return std::nullopt;
  const auto bytes = entry.is_folder ? 0 : found.file_size(failed);
  entry.bytes = failed ? 0 : bytes;
  const auto changed = found.last_write_time(failed);
  if (!failed) entry.changed_at = seconds_since_1970(changed);
  return entry;
}

bool is_digit(char letter) {
  return letter >= '0' && letter <= '9';
}

// The number at `at`, which then moves past it; ignores leading zeros.
std::string_view number_at(std::string_view text, size_t& at) {
  while (at + 1 < text.size() && text[at] == '0' && is_digit(text[at + 1])) ++at;
  const size_t start = at;
  while (at < text.size() && is_digit(text[at])) ++at;
  return text.substr(start, at - start);
}

char folded(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

// Natural order: compares numbers in names by value, and ignores case.
bool name_before(std::string_view a, std::string_view b) {
  size_t i = 0;
  size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if (is_digit(a[i]) && is_digit(b[j])) {
      const std::string_view one = number_at(a, i);
      const std::string_view other = number_at(b, j);
      if (one.size() != other.size()) return one.size() < other.size();
      if (one != other) return one < other;
      continue;
    }
    const char one = folded(a[i++]);
    const char other = folded(b[j++]);
    if (one != other) return static_cast<unsigned char>(one) < static_cast<unsigned char>(other);
  }
  if (a.size() - i != b.size() - j) return a.size() - i < b.size() - j;
  return a < b;
}

}  // namespace

Folder read_folder(const fs::path& path, std::span<const std::string_view> endings) {
  Folder folder;
  std::error_code failed;
  const fs::path whole = fs::absolute(path, failed).lexically_normal();
  folder.path = whole.has_filename() ? whole.string() : whole.parent_path().string();
  for (fs::directory_iterator entry(folder.path, failed), end; !failed && entry != end;
       entry.increment(failed)) {
    if (folder.entries.size() == kMostEntries) {
      folder.error = Error{"files.too_many", {{"count", std::to_string(kMostEntries)}}};
      break;
    }
    if (auto read = entry_of(*entry, endings)) folder.entries.push_back(*std::move(read));
  }
  if (failed) folder.error = reason(folder.path, failed);
  return folder;
}

void sort_entries(std::vector<FolderEntry>& entries, bool by_name) {
  std::sort(entries.begin(), entries.end(), [by_name](const FolderEntry& a, const FolderEntry& b) {
    if (a.is_folder != b.is_folder) return a.is_folder;
    if (!by_name && !a.is_folder && a.changed_at != b.changed_at) return a.changed_at > b.changed_at;
    return name_before(a.name, b.name);
  });
}

fs::path existing_folder(fs::path path) {
  std::error_code ignored;
  while (!fs::is_directory(path, ignored) && path.has_relative_path()) path = path.parent_path();
  return path.empty() ? fs::current_path(ignored) : path;
}

fs::path path_from(const fs::path& folder, const std::string& typed) {
  const char* home = std::getenv("HOME");
  if (home != nullptr && (typed == "~" || typed.starts_with("~/")))
    return (fs::path(home) / fs::path(typed.substr(std::min<size_t>(2, typed.size())))).lexically_normal();
  return (folder / typed).lexically_normal();
}

}  // namespace app
