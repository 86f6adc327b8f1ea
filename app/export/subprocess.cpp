// subprocess.cpp: spawns a program with pipes on its streams.
#include "app/export/subprocess.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

namespace exporter {
namespace {

constexpr size_t kLastWords = 300;  // bytes

// The new program's streams, and the default SIGPIPE, which ends it on a broken pipe.
class SpawnSettings {
 public:
  SpawnSettings(int input, int output, int errors) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_adddup2(&actions_, input, STDIN_FILENO);
    if (output >= 0) {
      posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
    } else {
      posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    }
    posix_spawn_file_actions_adddup2(&actions_, errors, STDERR_FILENO);
    posix_spawnattr_init(&attributes_);
    sigset_t usual;
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes_, &usual);
    // Its own process group: Ctrl+C in a terminal goes to us, and we then end it.
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;

  int spawn(pid_t& process, const std::vector<std::string>& arguments) const {
    std::vector<std::string> texts = arguments;
    std::vector<char*> raw;
    raw.reserve(texts.size() + 1);
    for (std::string& text : texts) raw.push_back(text.data());
    raw.push_back(nullptr);
    return posix_spawnp(&process, raw.front(), &actions_, &attributes_, raw.data(), environ);
  }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

// The ends to read from and to write to; -1 twice if no more can be opened.
std::array<int, 2> open_pipe() {
  std::array<int, 2> ends = {-1, -1};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return {-1, -1};
  return ends;
}

}  // namespace

void Subprocess::close(int& descriptor) {
  if (descriptor >= 0) ::close(std::exchange(descriptor, -1));
}

std::unique_ptr<Subprocess> Subprocess::start(const std::vector<std::string>& arguments, bool reads,
                                              int& failure) {
  std::unique_ptr<Subprocess> made(new Subprocess());
  made->errors_.reset(std::tmpfile());
  auto [its_input, our_input] = open_pipe();
  made->input_ = our_input;
  auto [our_output, its_output] = reads ? open_pipe() : std::array<int, 2>{-1, -1};
  made->output_ = our_output;
  failure = errno;
  if (made->errors_ && our_input >= 0 && (!reads || its_output >= 0)) {
    const SpawnSettings settings(its_input, its_output, fileno(made->errors_.get()));
    failure = settings.spawn(made->process_, arguments);
  }
  close(its_input);
  close(its_output);
  if (failure == 0) return made;
  made->process_ = -1;
  return nullptr;
}

Subprocess::~Subprocess() {
  close_input();
  close_output();
  if (process_ > 0 && !exit_code()) {
    kill();
    waitpid(process_, nullptr, 0);
  }
}

bool Subprocess::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(input_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

std::string Subprocess::read() {
  std::string text;
  std::array<char, 4096> buffer{};
  pollfd waiting{output_, POLLIN, 0};
  while (output_ >= 0 && poll(&waiting, 1, 0) > 0) {
    const ssize_t count = ::read(output_, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    text.append(buffer.data(), static_cast<size_t>(count));
  }
  return text;
}

std::optional<int> Subprocess::exit_code() {
  int status = 0;
  if (process_ > 0 && waitpid(process_, &status, WNOHANG) == process_) {
    process_ = -1;
    exit_code_ = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  }
  return exit_code_;
}

void Subprocess::kill() const {
  if (process_ > 0) ::kill(process_, SIGKILL);
}

std::string Subprocess::last_words() const {
  std::fseek(errors_.get(), 0, SEEK_END);
  const auto size = static_cast<size_t>(std::max(std::ftell(errors_.get()), 0L));
  std::string words(std::min(size, kLastWords), '\0');
  std::fseek(errors_.get(), -static_cast<long>(words.size()), SEEK_END);
  words.resize(std::fread(words.data(), 1, words.size(), errors_.get()));
  std::replace(words.begin(), words.end(), '\n', ' ');
  words.erase(words.find_last_not_of(' ') + 1);
  return words;
}

}  // namespace exporter
