// file_lock.cpp: flock(2), which a crash cannot leave locked.
#include "app/shell/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>
#include <utility>

#include "app/export/file.h"

namespace app {

engine::Result<FileLock> FileLock::take(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0) return exporter::write_error(path, errno);
  FileLock lock(path, descriptor);
  if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) return exporter::write_error(path, errno);
  return lock;
}

engine::Result<FileLock> FileLock::take_soon(const std::filesystem::path& path) {
  constexpr int kMostTimes = 20;
  for (int i = 1;; ++i) {
    auto lock = take(path);
    if (lock || i == kMostTimes) return lock;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

FileLock::~FileLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

FileLock::FileLock(FileLock&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

void FileLock::remove_file() const {
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

}  // namespace app
