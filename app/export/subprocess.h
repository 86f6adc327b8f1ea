// subprocess.h: another program, fed through a pipe and listened to; never through a shell.
#pragma once

#include <sys/types.h>

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace exporter {

// Ends with this object: what still runs then is killed.
class Subprocess {
 public:
  // Starts `arguments[0]`, found on the PATH. Its standard input is ours to write; its standard output is
  // ours to read where `reads`, else thrown away. Null where it cannot be started; `failure` then says why,
  // as errno.
  static std::unique_ptr<Subprocess> start(const std::vector<std::string>& arguments, bool reads,
                                           int& failure);
  ~Subprocess();
  Subprocess(const Subprocess&) = delete;
  Subprocess& operator=(const Subprocess&) = delete;

  // False once it has closed its input. SIGPIPE must be ignored.
  bool write(std::string_view bytes);
  void close_input() { close(input_); }
  // What it has printed since the last call; never waits.
  std::string read();
  void close_output() { close(output_); }

  // Its exit code, 128 + signal where a signal ended it; nothing while it runs.
  std::optional<int> exit_code();
  void kill() const;
  // The end of what it said on its error stream, in one line.
  std::string last_words() const;

 private:
  Subprocess() = default;
  static void close(int& descriptor);

  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  pid_t process_ = -1;  // while it has not been waited for
  std::optional<int> exit_code_;
  int input_ = -1;
  int output_ = -1;
  std::unique_ptr<std::FILE, CloseFile> errors_;  // a file without a name
};

}  // namespace exporter
