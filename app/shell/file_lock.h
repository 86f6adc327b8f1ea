// file_lock.h: a file that one process at a time holds, and that the system lets go of when the process dies.
#pragma once

#include <filesystem>

#include "engine/core/result.h"

namespace app {

class FileLock {
 public:
  // Takes the lock, making the file where it is missing. Errors: those of exporter::write_file;
  // error.cannot_write (path, detail) where somebody else holds it.
  static engine::Result<FileLock> take(const std::filesystem::path& path);

  ~FileLock();
  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;

  // Takes the file away; the lock is held until this object ends.
  void remove_file() const;

 private:
  FileLock(std::filesystem::path path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

  std::filesystem::path path_;
  int descriptor_ = -1;
};

}  // namespace app
