// file_stamp.h: tells whether a file has changed since it was last looked at.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace loaders {

// A file's metadata. Writing to a file changes its stamp, even if its modification time is set back.
struct FileStamp {
  bool is_regular = false;  // not a pipe or device: its bytes persist
  uint64_t device = 0;
  uint64_t inode = 0;
  uint64_t links = 0;    // hard links to the file
  int64_t size = 0;      // bytes
  int64_t modified = 0;  // nanoseconds since 1970: the last change of its bytes, unless it was set
  int64_t changed = 0;   // the same, for its bytes or its metadata

  auto operator<=>(const FileStamp&) const = default;
};

// Of an open file, or of the file at a path, following links; nullopt if there is none.
std::optional<FileStamp> stamp_of(int descriptor);
std::optional<FileStamp> stamp_of(const std::filesystem::path& path);

// The same, but not before a moment after which every change is detected: file systems resolve times only to
// a few milliseconds. Waits that long if the file was just written.
std::optional<FileStamp> settled_stamp_of(int descriptor);
std::optional<FileStamp> settled_stamp_of(const std::filesystem::path& path);

// Whether the bytes of an open file are unchanged. Adding or removing a name of the file changes its stamp,
// but not its bytes.
bool has_same_bytes(const FileStamp& before, const FileStamp& now);

// A text that changes when the file at a path does: the path and its stamp.
std::string stamp_text(const std::filesystem::path& path);
std::string settled_stamp_text(const std::filesystem::path& path);

}  // namespace loaders
