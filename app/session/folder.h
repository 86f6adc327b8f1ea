// folder.h: the contents of a folder when it was read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"

namespace app {

struct FolderEntry {
  std::string name;
  bool is_folder = false;
  uintmax_t bytes = 0;     // of a file
  int64_t changed_at = 0;  // seconds since 1970

  bool operator==(const FolderEntry&) const = default;
};

struct Folder {
  std::string path;                    // absolute, without "..", "." and trailing "/"
  std::vector<FolderEntry> entries;    // folders, and files with one of the endings; without hidden ones
  std::optional<engine::Error> error;  // why nothing, or not everything, could be read
};

// Reads a folder. If it cannot be read, the error says why: error.no_file, error.no_read_permission,
// error.not_a_folder (path), error.cannot_read (path, detail), and files.too_many (count).
Folder read_folder(const std::filesystem::path& path, std::span<const std::string_view> endings);

// Sorts for display: folders first, then newest file first, or all by name: "page 2" before "page 10".
void sort_entries(std::vector<FolderEntry>& entries, bool by_name);

// The nearest existing folder: the path, or one above it.
std::filesystem::path existing_folder(std::filesystem::path path);

// "~/x" relative to the home folder, any other name relative to `folder`; without "." and "..".
std::filesystem::path path_from(const std::filesystem::path& folder, const std::string& typed);

}  // namespace app
