// mapped_file.h: a file as if it stood in memory; the system reads a page when somebody looks at it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

#include "engine/loaders/lost_pages.h"
#include "engine/result.h"

namespace loaders {

// A read-only mapping of a whole file. Its length is taken once, when it is opened, and every check of what
// the file holds is made against that length. A file that is replaced under its name (as editors and
// downloads do) stays as it was. One that is cut short in place loses its pages, which then read as zeros:
// is_whole() says so, and what was read before it is worth nothing.
class MappedFile {
 public:
  // Errors: error.no_file, error.no_read_permission, error.is_folder, error.not_a_file, error.file_empty
  // (path each), error.cannot_read (path, detail).
  static engine::Result<std::shared_ptr<const MappedFile>> open(const std::filesystem::path& path);

  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  // At least one byte; the first one lies at the start of a page.
  std::span<const std::byte> bytes() const { return bytes_; }
  const std::filesystem::path& path() const { return path_; }

  // Whether the file has been at least as long as when it was opened whenever it was read, and is now.
  bool is_whole() const;

 private:
  MappedFile(std::filesystem::path path, int descriptor, std::span<const std::byte> bytes);

  std::filesystem::path path_;
  int descriptor_ = -1;
  std::span<const std::byte> bytes_;
  std::unique_ptr<LostPages> pages_;  // never null once it is open
};

}  // namespace loaders
