// mapped_file.h: a file as if it stood in memory; the system reads a page when somebody looks at it.
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

// A read-only mapping of a whole file. Its length is taken once, when it is opened, and every check of what
// the file holds is made against that length. A file that is replaced under its name (as editors and
// downloads do) stays as it was. One that is overwritten in place has other bytes, and one that is cut short
// reads as zeros: is_unchanged() says so, and what was read before it is worth nothing.
class MappedFile {
 public:
  // Errors: error.no_file, error.no_read_permission, error.is_folder, error.not_a_file, error.file_empty
  // (path each), error.cannot_read (path, detail).
  static engine::Result<std::shared_ptr<const MappedFile>> open(const std::filesystem::path& path);
  // The same for a file that stays open: every change shows, also one right after it was written, for which
  // this may wait a few milliseconds.
  static engine::Result<std::shared_ptr<const MappedFile>> open_to_keep(const std::filesystem::path& path);

  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  // At least one byte; the first one lies at the start of a page.
  std::span<const std::byte> bytes() const { return bytes_; }
  const std::filesystem::path& path() const { return path_; }

  // Whether the bytes are those that the file was opened with, and were so whenever they were read.
  bool is_unchanged() const;
  // That they are: error.file_changed (path).
  std::optional<engine::Error> check_unchanged() const;

 private:
  MappedFile(std::filesystem::path path, int descriptor, std::span<const std::byte> bytes);
  static engine::Result<std::shared_ptr<const MappedFile>> open_with(
      const std::filesystem::path& path, std::optional<FileStamp> (*look)(int descriptor));

  std::filesystem::path path_;
  int descriptor_ = -1;
  FileStamp stamp_;  // from before a byte was read
  std::span<const std::byte> bytes_;
  std::unique_ptr<SigbusGuard> pages_;  // never null once it is open
};

// What `read` makes of the bytes of a file, a Result. Errors: those of MappedFile::open and of `read`;
// error.file_changed (path) where the file changed meanwhile.
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
