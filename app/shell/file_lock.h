// file_lock.h: a file locked by one process at a time; the system releases it when the process dies.
#pragma once

#include <filesystem>

#include "engine/core/result.h"

namespace app {

class FileLock {
 public:
  // Takes the lock; creates the file if it is missing. Errors: those of exporter::write_file;
  // error.cannot_write (path, detail) if another process holds it.
  static engine::Result<FileLock> take(const std::filesystem::path& path);
  // The same, where another process holds it only for as long as it writes: waits up to 40 ms.
  static engine::Result<FileLock> take_soon(const std::filesystem::path& path);

  ~FileLock();
  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;

  // Deletes the file; the lock is held until this object is destroyed.
  void remove_file() const;

 private:
  FileLock(std::filesystem::path path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

  std::filesystem::path path_;
  int descriptor_ = -1;
};

}  // namespace app
