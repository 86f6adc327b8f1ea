// subprocess.h: runs another program with pipes on its streams, never through a shell.
#pragma once

#include <sys/types.h>

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace exporter {

// Kills the program in the destructor if it still runs.
class Subprocess {
 public:
  // Starts `arguments[0]`, found on the PATH. We write its standard input; we read its standard output if
  // `reads`, otherwise it is discarded. Null if it cannot be started; `failure` then holds errno.
  static std::unique_ptr<Subprocess> start(const std::vector<std::string>& arguments, bool reads,
                                           int& failure);
  ~Subprocess();
  Subprocess(const Subprocess&) = delete;
  Subprocess& operator=(const Subprocess&) = delete;

  // False once the program has closed its input. SIGPIPE must be ignored.
  bool write(std::string_view bytes);
  void close_input() { close(input_); }
  // Its output since the last call; never waits.
  std::string read();
  void close_output() { close(output_); }

  // Its exit code, 128 + signal if a signal ended it; nullopt while it runs.
  std::optional<int> exit_code();
  void kill() const;
  // It outlives us, and is not asked about any more.
  void let_go() { process_ = -1; }
  // The end of its error stream, in one line.
  std::string last_words() const;

 private:
  Subprocess() = default;
  static void close(int& descriptor);

  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  pid_t process_ = -1;  // until it has been waited for
  std::optional<int> exit_code_;
  int input_ = -1;
  int output_ = -1;
  std::unique_ptr<std::FILE, CloseFile> errors_;  // an unnamed file
};

}  // namespace exporter
