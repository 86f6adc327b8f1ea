// program.cpp: spawns the program with its streams in files.
#include "tests/shell/program.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace app {
namespace {

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> list;
  list.reserve(texts.size() + 1);
  for (std::string& text : texts) list.push_back(text.data());
  list.push_back(nullptr);
  return list;
}

int code_of(int status) {
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

Ran run_program(std::vector<std::string> texts, const std::string& out_path,
                const std::vector<std::string>& variables, const std::function<void(pid_t)>& meanwhile) {
  const TemporaryFolder folder;
  const std::string out = out_path.empty() ? folder / "out" : out_path;
  const std::string err = folder / "err";
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, out.c_str(), O_WRONLY | O_CREAT, 0600);
  posix_spawn_file_actions_addopen(&actions, 2, err.c_str(), O_WRONLY | O_CREAT, 0600);
  // The first of two that have one name counts.
  std::vector<std::string> environment = variables;
  environment.insert(environment.end(),
                     {"PATH=/usr/bin:/bin", "HOME=" + folder.path().string(), "LC_ALL=C.UTF-8"});
  pid_t child = 0;
  const int failed = posix_spawn(&child, texts.front().c_str(), &actions, nullptr, pointers(texts).data(),
                                 pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) throw std::runtime_error("cannot run " + texts.front());
  if (meanwhile) meanwhile(child);
  int status = 0;
  waitpid(child, &status, 0);
  return {code_of(status), out_path.empty() ? bytes_of(out) : "", bytes_of(err)};
}

}  // namespace

Ran headlight(const std::vector<std::string>& arguments, const std::string& out_path,
              const std::vector<std::string>& variables, const std::function<void(pid_t)>& meanwhile) {
  std::vector<std::string> texts = {HEADLIGHT_PROGRAM};
  texts.insert(texts.end(), arguments.begin(), arguments.end());
  return run_program(std::move(texts), out_path, variables, meanwhile);
}

Ran headlight_under(const std::string& limits, const std::vector<std::string>& arguments,
                    const std::vector<std::string>& variables) {
  std::vector<std::string> texts = {"/bin/sh", "-c", limits + R"( && exec "$0" "$@")", HEADLIGHT_PROGRAM};
  texts.insert(texts.end(), arguments.begin(), arguments.end());
  return run_program(std::move(texts), "", variables, {});
}

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "headlight_XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace app
