// file.cpp: writes files under a temporary name and renames them; writes devices and pipes directly.
#include "app/export/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "engine/loaders/file_stamp.h"

namespace exporter {
namespace {

using engine::Error;
namespace fs = std::filesystem;

// Owns a file descriptor.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { close(); }

  int number() const { return number_; }
  explicit operator bool() const { return number_ >= 0; }
  // Some file systems report a full disk only here.
  bool close() { return number_ < 0 || ::close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

// A broken pipe is an error to report, not the end of the program.
class IgnoreBrokenPipe {
 public:
  IgnoreBrokenPipe() : previous_(std::signal(SIGPIPE, SIG_IGN)) {}
  IgnoreBrokenPipe(const IgnoreBrokenPipe&) = delete;
  IgnoreBrokenPipe& operator=(const IgnoreBrokenPipe&) = delete;
  ~IgnoreBrokenPipe() {
    if (previous_ != SIG_ERR) std::signal(SIGPIPE, previous_);
  }

 private:
  void (*previous_)(int);
};

std::string detail_of(int number) {
  return std::system_category().message(number);
}

constexpr std::chrono::milliseconds kLongestStall(2000);  // in which a pipe's reader takes nothing

// Of a descriptor that never waits: whether it takes bytes again; errno says why not.
bool takes_again(int descriptor) {
  pollfd waiting{descriptor, POLLOUT, 0};
  const int ready = ::poll(&waiting, 1, static_cast<int>(kLongestStall.count()));
  if (ready == 0) errno = ETIMEDOUT;
  return ready > 0 || (ready < 0 && errno == EINTR);
}

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EAGAIN && takes_again(descriptor)) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

// Runs the writer on a descriptor; returns errno, 0 on success.
int run(const Writer& writer, const Descriptor& out) {
  int failure = 0;
  const Sink sink = [&](std::string_view bytes) {
    if (failure == 0 && !write_all(out.number(), bytes)) failure = errno;
    return failure == 0;
  };
  const bool whole = writer(sink);
  if (failure == 0 && !whole) failure = EIO;
  return failure;
}

constexpr size_t kFreeLetters = 6;  // of a temporary name, as mkstemp takes them

std::string free_letters() {
  static std::atomic<unsigned> count = 0;
  const auto now = static_cast<unsigned>(std::chrono::steady_clock::now().time_since_epoch().count());
  return fmt::format("{:06x}", (now ^ static_cast<unsigned>(::getpid()) ^ ++count << 16U) & 0xFFFFFFU);
}

// A name in the same folder, so that renaming copies no bytes. Long names are cut to stay below NAME_MAX.
std::string beside(const fs::path& path) {
  const std::string name = "." + path.filename().string().substr(0, 200) + ".XXXXXX";
  return (path.parent_path() / name).string();
}

// A file without a name in a folder: gone with the program, however that ends. Invalid where the file system
// has none.
int open_nameless(const fs::path& folder, mode_t mode) {
  // It gets its name through here.
  if (::access("/proc/self/fd", X_OK) != 0) return -1;
  return ::open(folder.empty() ? "." : folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
}

// Bytes beside the file that they will be, without a name until they are complete; gone if they never become
// it.
class Beside {
 public:
  explicit Beside(fs::path path) : path_(std::move(path)), temporary_(beside(path_)) {}
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;
  ~Beside() {
    if (is_there_) ::unlink(temporary_.c_str());
  }

  // errno, 0 on success; the same of put().
  int write(mode_t mode, const Writer& writer) {
    out_ = Descriptor(open_nameless(path_.parent_path(), S_IRUSR | S_IWUSR));
    if (!out_) {
      out_ = Descriptor(::mkstemp(temporary_.data()));
      if (!out_) return errno;
      is_there_ = true;
    }
    if (::fchmod(out_.number(), mode) != 0) return errno;
    const int failure = run(writer, out_);
    return failure == 0 && ::fsync(out_.number()) != 0 ? errno : failure;
  }
  int put() {
    if (!is_there_) {
      if (const int failure = name(); failure != 0) return failure;
    }
    if (!out_.close()) return errno;
    if (::rename(temporary_.c_str(), path_.c_str()) != 0) return errno;
    is_there_ = false;
    return 0;
  }

 private:
  // A name can be given only where there is none; renaming then replaces the old file.
  int name() {
    const std::string nameless = "/proc/self/fd/" + std::to_string(out_.number());
    constexpr int kTries = 100;
    for (int i = 0; i < kTries; ++i) {
      temporary_.replace(temporary_.size() - kFreeLetters, kFreeLetters, free_letters());
      is_there_ = ::linkat(AT_FDCWD, nameless.c_str(), AT_FDCWD, temporary_.c_str(), AT_SYMLINK_FOLLOW) == 0;
      if (is_there_) return 0;
      if (errno != EEXIST) return errno;
    }
    return EEXIST;
  }

  fs::path path_;
  std::string temporary_;
  Descriptor out_{-1};
  bool is_there_ = false;
};

// Where a file's bytes go, and with which permissions.
struct Place {
  fs::path path;
  mode_t mode = 0;
  bool is_regular = true;
};

// The program's own streams, which may be a file opened for appending. Nullopt for any other path.
std::optional<int> own_stream(const fs::path& path) {
  if (path == "/dev/stdout" || path == "/dev/fd/1" || path == "/proc/self/fd/1") return STDOUT_FILENO;
  if (path == "/dev/stderr" || path == "/dev/fd/2" || path == "/proc/self/fd/2") return STDERR_FILENO;
  return std::nullopt;
}

// What the user's shell opened for this program, so that there is a writer: "/dev/stdin", and "/dev/fd/63" of
// <(...).
bool is_opened_stream(const fs::path& path) {
  const std::string name = path.string();
  return name == "/dev/stdin" || name.starts_with("/dev/fd/") || name.starts_with("/proc/self/fd/");
}

// A device or a pipe. Without O_NONBLOCK, opening a named pipe would wait for good for a reader; it has a
// moment to come. What the user's shell opened has one, which may be as slow as it likes.
int open_special(const fs::path& path) {
  constexpr int kFlags = O_WRONLY | O_CLOEXEC | O_NOCTTY;
  constexpr std::chrono::milliseconds kEvery(10);
  if (is_opened_stream(path)) return ::open(path.c_str(), kFlags);
  const auto end = std::chrono::steady_clock::now() + kLongestStall;
  while (true) {
    const int descriptor = ::open(path.c_str(), kFlags | O_NONBLOCK);
    if (descriptor >= 0 || errno != ENXIO || std::chrono::steady_clock::now() >= end) return descriptor;
    std::this_thread::sleep_for(kEvery);
  }
}

std::optional<Error> write_directly(const fs::path& path, int descriptor, const Writer& writer) {
  Descriptor out(descriptor);
  if (!out) return write_error(path, errno);
  int failure = run(writer, out);
  if (!out.close() && failure == 0) failure = errno;
  return failure == 0 ? std::nullopt : std::optional(write_error(path, failure));
}

// A new file's permissions under the user's umask.
mode_t default_mode() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

// A link's target takes its place.
engine::Result<Place> place_of(const fs::path& path) {
  if (path.empty() || !path.has_filename()) return write_error(path, path.empty() ? ENOENT : EISDIR);
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0) {
    if (errno != ENOENT) return write_error(path, errno);
    return Place{path, default_mode()};
  }
  if (S_ISDIR(found.st_mode)) return write_error(path, EISDIR);
  if (!S_ISREG(found.st_mode)) return Place{path, 0, false};
  if (::access(path.c_str(), W_OK) != 0) return write_error(path, errno);
  std::error_code ignored;
  const fs::path target = fs::canonical(path, ignored);
  return Place{ignored ? path : target, found.st_mode & 07777U};
}

}  // namespace

Error write_error(const fs::path& path, int number) {
  constexpr std::array<std::pair<int, const char*>, 10> kKeys = {{{ENOSPC, "error.disk_full"},
                                                                  {EDQUOT, "error.disk_full"},
                                                                  {EACCES, "error.no_permission"},
                                                                  {EPERM, "error.no_permission"},
                                                                  {EROFS, "error.no_permission"},
                                                                  {ENOENT, "error.no_folder"},
                                                                  {ENOTDIR, "error.no_folder"},
                                                                  {EISDIR, "error.is_folder"},
                                                                  {ENXIO, "error.no_reader"},
                                                                  {ETIMEDOUT, "error.no_reader"}}};
  for (const auto& [code, key] : kKeys) {
    if (code == number) return {key, {{"path", path.string()}}};
  }
  return {"error.cannot_write", {{"path", path.string()}, {"detail", detail_of(number)}}};
}

std::optional<Error> write_file(const fs::path& path, const Writer& writer) {
  const IgnoreBrokenPipe guard;
  if (const auto stream = own_stream(path)) return write_directly(path, ::dup(*stream), writer);
  const auto place = place_of(path);
  if (!place) return place.error();
  if (!place->is_regular) return write_directly(path, open_special(path), writer);
  Beside beside(place->path);
  int failure = beside.write(place->mode, writer);
  if (failure == 0) failure = beside.put();
  return failure == 0 ? std::nullopt : std::optional(write_error(path, failure));
}

std::optional<Error> write_files(std::span<const FileBytes> files) {
  std::vector<std::unique_ptr<Beside>> written;
  for (const FileBytes& file : files) {
    const auto place = place_of(file.path);
    if (!place) return place.error();
    if (!place->is_regular) return write_error(file.path, EINVAL);
    written.push_back(std::make_unique<Beside>(place->path));
    const int failure =
        written.back()->write(place->mode, [&](const Sink& sink) { return sink(file.bytes); });
    if (failure != 0) return write_error(file.path, failure);
  }
  for (size_t i = 0; i < files.size(); ++i) {
    if (const int failure = written[i]->put(); failure != 0) return write_error(files[i].path, failure);
  }
  return std::nullopt;
}

std::optional<Error> write_file(const fs::path& path, std::string_view bytes) {
  return write_file(path, [&](const Sink& sink) { return sink(bytes); });
}

std::optional<Error> make_folder(const fs::path& path) {
  std::error_code failure;
  fs::create_directories(path, failure);
  if (!failure && fs::is_directory(path, failure)) return std::nullopt;
  return write_error(path, failure ? failure.value() : ENOTDIR);
}

engine::Result<std::string> read_file(const fs::path& path, size_t largest) {
  const std::pair<std::string, std::string> where{"path", path.string()};
  const auto failed = [&](int number) -> Error {
    if (number == ENOENT || number == ENOTDIR) return {"error.no_file", {where}};
    if (number == EACCES || number == EPERM) return {"error.no_read_permission", {where}};
    if (number == EISDIR) return {"error.is_folder", {where}};
    return {"error.cannot_read", {where, {"detail", detail_of(number)}}};
  };
  // Without O_NONBLOCK, open() would wait on a pipe without a writer; it has no effect on files.
  const Descriptor in(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!in) return failed(errno);
  struct stat found {};
  if (::fstat(in.number(), &found) != 0) return failed(errno);
  if (S_ISDIR(found.st_mode)) return failed(EISDIR);
  if (!S_ISREG(found.st_mode) && !is_opened_stream(path)) return Error{"error.not_a_file", {where}};
  if (!S_ISREG(found.st_mode) && ::fcntl(in.number(), F_SETFL, 0) != 0) return failed(errno);
  const auto before = loaders::stamp_of(in.number());
  std::string content;
  std::vector<char> buffer(1U << 16U);
  while (true) {
    const ssize_t count = ::read(in.number(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return failed(errno);
    if (count == 0) break;
    content.append(buffer.data(), static_cast<size_t>(count));
    if (content.size() > largest) {
      return Error{"error.file_too_large",
                   {{"path", path.string()}, {"megabytes", std::to_string(largest >> 20U)}}};
    }
  }
  const auto after = loaders::stamp_of(in.number());
  const bool is_one = before && after && (!before->is_regular || loaders::has_same_bytes(*before, *after));
  return is_one ? engine::Result<std::string>(std::move(content)) : Error{"error.file_changed", {where}};
}

}  // namespace exporter
