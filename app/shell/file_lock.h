// file_lock.h: a file that one process at a time holds, and that the system lets go of when the process dies.
#pragma once

#include <filesystem>
#include <optional>

namespace app {

class FileLock {
 public:
  // Takes the lock, making the file where it is missing; nothing where somebody else holds it, or where the
  // file cannot be made.
  static std::optional<FileLock> take(const std::filesystem::path& path);

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
