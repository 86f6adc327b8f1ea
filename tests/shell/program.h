// program.h: runs the built program as a person would, and keeps what it printed.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace app {

struct Ran {
  int exit_code = -1;  // 128 + signal where a signal ended it
  std::string out;
  std::string err;
};

// Runs `headlight ARGUMENTS` with no display and no input. `out_path`: where its standard output goes, if not
// into Ran::out; `variables`: more of its environment, as "NAME=value"; `meanwhile` is called with its number
// while it runs.
Ran headlight(const std::vector<std::string>& arguments, const std::string& out_path = "",
              const std::vector<std::string>& variables = {},
              const std::function<void(pid_t)>& meanwhile = {});

// The same under the limits that a shell's words set before it: "ulimit -v 100000".
Ran headlight_under(const std::string& limits, const std::vector<std::string>& arguments,
                    const std::vector<std::string>& variables = {});

// The file's bytes; empty where there is none.
std::string bytes_of(const std::filesystem::path& path);

// The text's lines, and a line's fields between tabs.
std::vector<std::string> split(const std::string& text, char separator);

// A new empty folder, removed with everything in it at the end of its scope.
class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace app
