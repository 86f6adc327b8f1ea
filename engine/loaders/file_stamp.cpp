// file_stamp.cpp: the result of stat(), as comparable numbers.
#include "engine/loaders/file_stamp.h"

#include <sys/stat.h>
#include <time.h>

#include <chrono>
#include <thread>

namespace loaders {
namespace {

int64_t nanoseconds(const timespec& time) {
  return int64_t{1'000'000'000} * time.tv_sec + time.tv_nsec;
}

std::optional<FileStamp> stamp_from(int failed, const struct stat& found) {
  if (failed != 0) return std::nullopt;
  return FileStamp{.is_regular = S_ISREG(found.st_mode),
                   .device = found.st_dev,
                   .inode = found.st_ino,
                   .links = found.st_nlink,
                   .size = found.st_size,
                   .modified = nanoseconds(found.st_mtim),
                   .changed = nanoseconds(found.st_ctim)};
}

// The kernel's clock for file times, which ticks every few milliseconds.
int64_t file_clock() {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME_COARSE, &now);
  return nanoseconds(now);
}

template <class File>
std::optional<FileStamp> settled(const File& file) {
  // A clock further ahead is another machine's, and not worth waiting for.
  constexpr int kTicks = 20;
  constexpr int64_t kMostAhead = 20'000'000;
  auto stamp = stamp_of(file);
  const auto is_fresh = [&] {
    const int64_t ahead = stamp ? stamp->changed - file_clock() : -1;
    return ahead >= 0 && ahead < kMostAhead;
  };
  for (int tick = 0; is_fresh() && tick < kTicks; ++tick) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    stamp = stamp_of(file);
  }
  return stamp;
}

std::string text_of(const std::filesystem::path& path, const std::optional<FileStamp>& stamp) {
  std::string text = path.string();
  if (!stamp) return text + "|?";
  for (const int64_t number : {static_cast<int64_t>(stamp->device), static_cast<int64_t>(stamp->inode),
                               stamp->size, stamp->modified, stamp->changed})
    text.append("|").append(std::to_string(number));
  return text;
}

}  // namespace

std::optional<FileStamp> stamp_of(int descriptor) {
  struct stat found {};
  const int failed = ::fstat(descriptor, &found);
  return stamp_from(failed, found);
}

std::optional<FileStamp> stamp_of(const std::filesystem::path& path) {
  struct stat found {};
  const int failed = ::stat(path.c_str(), &found);
  return stamp_from(failed, found);
}

std::optional<FileStamp> settled_stamp_of(int descriptor) {
  return settled(descriptor);
}

std::optional<FileStamp> settled_stamp_of(const std::filesystem::path& path) {
  return settled(path);
}

bool has_same_bytes(const FileStamp& before, const FileStamp& now) {
  if (before.links == now.links) return before == now;
  return before.size == now.size && before.modified == now.modified;
}

std::string stamp_text(const std::filesystem::path& path) {
  return text_of(path, stamp_of(path));
}

std::string settled_stamp_text(const std::filesystem::path& path) {
  return text_of(path, settled_stamp_of(path));
}

}  // namespace loaders
