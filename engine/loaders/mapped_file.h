// mapped_file.h: a file accessed like memory; the system reads a page on first access.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>

#include "engine/core/result.h"
#include "engine/loaders/file_stamp.h"
#include "engine/loaders/sigbus_guard.h"

namespace loaders {

// A read-only mapping of a whole file. Its length is taken once, when it is opened, and everything in the
// file is checked against that length. A file that is replaced under its name (as editors and downloads do)
// stays unchanged here. One that is overwritten in place changes its bytes, and one that is truncated reads
// as zeros: is_unchanged() detects both, and everything read before it is then invalid.
class MappedFile {
 public:
  // Errors: error.no_file, error.no_read_permission, error.is_folder, error.not_a_file, error.file_empty
  // (path each), error.cannot_read (path, detail).
  static engine::Result<std::shared_ptr<const MappedFile>> open(const std::filesystem::path& path);
  // As above, for a file that stays open: every change is detected, even one right after it was written, for
  // which this may wait a few milliseconds.
  static engine::Result<std::shared_ptr<const MappedFile>> open_to_keep(const std::filesystem::path& path);

  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  // At least one byte; the first is at the start of a page.
  std::span<const std::byte> bytes() const { return bytes_; }
  const std::filesystem::path& path() const { return path_; }

  // Whether the bytes are the same as when the file was opened, and have been at every read.
  bool is_unchanged() const;
  // error.file_changed (path) if they are not.
  std::optional<engine::Error> check_unchanged() const;

 private:
  MappedFile(std::filesystem::path path, int descriptor, std::span<const std::byte> bytes);
  static engine::Result<std::shared_ptr<const MappedFile>> open_with(
      const std::filesystem::path& path, std::optional<FileStamp> (*look)(int descriptor));

  std::filesystem::path path_;
  int descriptor_ = -1;
  FileStamp stamp_;  // taken before reading a byte
  std::span<const std::byte> bytes_;
  std::unique_ptr<SigbusGuard> pages_;  // never null once open
};

// Applies `read` to the bytes of a file; returns its Result. Errors: those of MappedFile::open and of `read`;
// error.file_changed (path) if the file changed meanwhile.
template <class Read>
auto read_mapped(const std::filesystem::path& path, const Read& read)
    -> decltype(read(std::span<const std::byte>())) {
  const auto file = MappedFile::open(path);
  if (!file) return file.error();
  auto made = read((*file)->bytes());
  if (auto bad = (*file)->check_unchanged()) return *std::move(bad);
  return made;
}

}  // namespace loaders
