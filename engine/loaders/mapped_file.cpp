// mapped_file.cpp: mmap, with a message for every failure.
#include "engine/loaders/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <optional>
#include <system_error>
#include <utility>

#include "engine/core/quotable.h"

namespace loaders {
namespace {

using engine::Error;
namespace fs = std::filesystem;

Error refusal(const char* key, const fs::path& path) {
  return {key, {{"path", engine::quotable(path.string(), engine::kLongestPath)}}};
}

Error system_error(const fs::path& path, int number) {
  if (number == ENOENT || number == ENOTDIR) return refusal("error.no_file", path);
  if (number == EACCES || number == EPERM) return refusal("error.no_read_permission", path);
  Error error = refusal("error.cannot_read", path);
  error.arguments.emplace_back("detail", std::system_category().message(number));
  return error;
}

// Why an open file cannot be mapped; nullopt if it can.
std::optional<Error> check_kind(const struct stat& found, const fs::path& path) {
  if (S_ISDIR(found.st_mode)) return refusal("error.is_folder", path);
  if (!S_ISREG(found.st_mode)) return refusal("error.not_a_file", path);
  return std::nullopt;
}

}  // namespace

MappedFile::MappedFile(fs::path path, int descriptor, std::span<const std::byte> bytes)
    : path_(std::move(path)), descriptor_(descriptor), bytes_(bytes) {}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      stamp_(other.stamp_),
      bytes_(std::exchange(other.bytes_, {})),
      pages_(std::move(other.pages_)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(stamp_, other.stamp_);
  std::swap(bytes_, other.bytes_);
  std::swap(pages_, other.pages_);
  return *this;
}

MappedFile::~MappedFile() {
  pages_.reset();
  // munmap takes the original address, which was not const.
  if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
  if (descriptor_ >= 0) ::close(descriptor_);
}

engine::Result<std::shared_ptr<const MappedFile>> MappedFile::open(const fs::path& path) {
  return open_with(path, stamp_of);
}

engine::Result<std::shared_ptr<const MappedFile>> MappedFile::open_to_keep(const fs::path& path) {
  return open_with(path, settled_stamp_of);
}

engine::Result<std::shared_ptr<const MappedFile>> MappedFile::open_with(
    const fs::path& path, std::optional<FileStamp> (*look)(int descriptor)) {
  // Without O_NONBLOCK, open() would wait on a pipe without a writer; it has no effect on files.
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return system_error(path, errno);
  MappedFile file(path, descriptor, {});
  struct stat found {};
  if (::fstat(descriptor, &found) != 0) return system_error(path, errno);
  if (const auto bad = check_kind(found, path)) return *bad;
  const auto stamp = look(descriptor);
  if (!stamp) return system_error(path, errno);
  if (stamp->size == 0) return refusal("error.file_empty", path);
  file.stamp_ = *stamp;
  const auto size = static_cast<size_t>(stamp->size);
  void* const address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (address == MAP_FAILED) return system_error(path, errno);
  file.bytes_ = {static_cast<const std::byte*>(address), size};
  file.pages_ = std::make_unique<SigbusGuard>(file.bytes_);
  return std::make_shared<const MappedFile>(std::move(file));
}

bool MappedFile::is_unchanged() const {
  const auto now = stamp_of(descriptor_);
  return !pages_->is_lost() && now && has_same_bytes(stamp_, *now);
}

std::optional<Error> MappedFile::check_unchanged() const {
  return is_unchanged() ? std::nullopt : std::optional(refusal("error.file_changed", path_));
}

}  // namespace loaders
