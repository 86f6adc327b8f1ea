// file_stamp.h: tells whether a file is still what it was when somebody looked.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace loaders {

// What a file system says of a file without its bytes. Writing to a file changes its stamp, whoever sets its
// time of modification back.
struct FileStamp {
  bool is_regular = false;  // no pipe and no device: bytes that stay
  uint64_t device = 0;
  uint64_t inode = 0;
  uint64_t links = 0;    // names that the file has
  int64_t size = 0;      // bytes
  int64_t modified = 0;  // nanoseconds since 1970: the last change of its bytes, as far as nobody set it
  int64_t changed = 0;   // the same, of its bytes or of what stands here

  auto operator<=>(const FileStamp&) const = default;
};

// Of an open file, or of the file at a path, following links; nothing where there is none.
std::optional<FileStamp> stamp_of(int descriptor);
std::optional<FileStamp> stamp_of(const std::filesystem::path& path);

// The same, but no earlier than a moment from which a change shows: file systems tell times apart only every
// few milliseconds. Waits for so long where the file was just written.
std::optional<FileStamp> settled_stamp_of(int descriptor);
std::optional<FileStamp> settled_stamp_of(const std::filesystem::path& path);

// Whether the bytes of an open file are those that it had. A name that it got or lost says nothing of them,
// but changes a stamp.
bool has_same_bytes(const FileStamp& before, const FileStamp& now);

// A text that changes when the file at a path does: the path and its stamp.
std::string stamp_text(const std::filesystem::path& path);
std::string settled_stamp_text(const std::filesystem::path& path);

}  // namespace loaders
