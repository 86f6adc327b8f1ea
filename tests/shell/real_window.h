// real_window.h: the real window on a virtual display: typed into, stepped through, killed, opened again.
// What it holds is read from the file that keeps its session through a crash.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/document/document.h"
#include "app/document/document_line.h"
#include "app/shell/preferences_file.h"
#include "program.h"

namespace app {

using namespace std::chrono_literals;

// A process with its arguments and some environment variables; its output is thrown away.
inline pid_t start_process(const std::vector<std::string>& arguments,
                           const std::vector<std::pair<std::string, std::string>>& variables) {
  const pid_t child = fork();
  if (child != 0) return child;
  for (const auto& [name, value] : variables) setenv(name.c_str(), value.c_str(), 1);
  std::signal(SIGHUP, SIG_DFL);  // nohup ignores it, here and in what is started from here
  const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int descriptor : {0, 1, 2}) dup2(nowhere, descriptor);
  std::vector<char*> raw;
  for (const std::string& argument : arguments) raw.push_back(const_cast<char*>(argument.c_str()));
  raw.push_back(nullptr);
  execvp(raw[0], raw.data());
  _exit(127);
}

// As long as a busy machine may take: only a test that fails waits to the end.
inline bool eventually(const std::function<bool()>& holds, std::chrono::milliseconds within = 90s) {
  const auto end = std::chrono::steady_clock::now() + within;
  while (std::chrono::steady_clock::now() < end) {
    if (holds()) return true;
    std::this_thread::sleep_for(50ms);
  }
  return holds();
}

// Xvfb on the first display number that it can have; tests that run side by side begin at different ones.
class VirtualDisplay {
 public:
  VirtualDisplay() {
    const int first = 100 + static_cast<int>(getpid() % 400);
    for (int number = first; number < first + 5 && name_.empty(); ++number)
      open(":" + std::to_string(number));
  }
  ~VirtualDisplay() { close(); }
  VirtualDisplay(const VirtualDisplay&) = delete;
  VirtualDisplay& operator=(const VirtualDisplay&) = delete;

  const std::string& name() const { return name_; }
  // What is on it: the file that Xvfb draws into.
  std::string picture() const { return bytes_of(screen_ / "Xvfb_screen0"); }
  // Ends it, and with it the connection of every program.
  void close() {
    if (process_ <= 0) return;
    kill(process_, SIGTERM);
    waitpid(process_, nullptr, 0);
    process_ = -1;
  }

 private:
  void open(const std::string& name) {
    // Without auto-repeat: a key is held as long as a busy machine takes to let it go.
    process_ = start_process({"Xvfb", name, "-screen", "0", "1600x1000x24", "-nolisten", "tcp", "-noreset",
                              "-r", "-fbdir", screen_.path()},
                             {});
    if (eventually([&] { return answers(name); }, 20s)) {
      name_ = name;
    } else {
      close();
    }
  }
  static bool answers(const std::string& name) {
    int status = -1;
    waitpid(start_process({"xdotool", "getmouselocation"}, {{"DISPLAY", name}}), &status, 0);
    return status == 0;
  }

  TemporaryFolder screen_;
  pid_t process_ = -1;
  std::string name_;
};

class RealWindow : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_FALSE(display_.name().empty()) << "Xvfb did not start: run scripts/setup.sh";
  }
  void TearDown() override {
    if (program_ > 0) kill(program_, SIGKILL);
    if (program_ > 0) waitpid(program_, nullptr, 0);
  }

  void launch(const std::vector<std::string>& arguments, const std::string& state_home) {
    std::vector<std::string> all = {HEADLIGHT_PROGRAM};
    all.insert(all.end(), arguments.begin(), arguments.end());
    std::vector<std::pair<std::string, std::string>> variables = variables_;
    variables.insert(variables.end(), {{"DISPLAY", display_.name()},
                                       {"HOME", folder_.path()},
                                       {"XDG_STATE_HOME", state_home},
                                       {"XDG_CONFIG_HOME", folder_ / "config"},
                                       {"LIBGL_ALWAYS_SOFTWARE", "1"}});
    program_ = start_process(all, variables);
    started_ = program_;
  }

  void open(const std::vector<std::string>& arguments = {}) {
    launch(arguments, folder_.path());
    ASSERT_TRUE(eventually([&] { return document().has_value(); })) << "the window did not open";
  }

  // xdotool, on this display.
  pid_t start_xdotool(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "xdotool");
    return start_process(arguments, {{"DISPLAY", display_.name()}});
  }
  void xdotool(const std::vector<std::string>& arguments) {
    int status = -1;
    waitpid(start_xdotool(arguments), &status, 0);
    ASSERT_EQ(status, 0) << arguments[0];
    std::this_thread::sleep_for(100ms);
  }

  // The window sleeps while these keys are pressed, as in a frame that takes long, and finds all of them.
  void xdotool_while_it_sleeps(const std::vector<std::string>& arguments) {
    kill(program_, SIGSTOP);
    xdotool(arguments);
    kill(program_, SIGCONT);
  }

  // Types a letter that the keyboard lacks. xdotool borrows a key for it and gives it back after half the
  // delay, and the window asks only when it reads the key which letter it stands for: so xdotool is ended
  // when the text has come, and the key stays borrowed.
  void type_ideograph(const std::string& letter, const std::string& then) {
    const pid_t child = start_xdotool({"type", "--delay", "60000", letter});
    EXPECT_TRUE(eventually([&] { return text() == then; })) << text();
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
  }

  // What the window's program has used of the processor, in seconds: fields 14 and 15 of proc(5)'s stat, of
  // which the second is its name in brackets.
  double processor_seconds() const {
    const std::string stat = bytes_of("/proc/" + std::to_string(program_) + "/stat");
    std::istringstream fields(stat.substr(stat.rfind(')') + 1));
    std::string skipped;
    for (int field = 3; field < 14; ++field) fields >> skipped;
    double user = 0;
    double system = 0;
    fields >> user >> system;
    return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
  }

  std::optional<Document> document() const {
    auto read = from_line(bytes_of(kept()));
    if (!read) return std::nullopt;
    return *read;
  }

  // Empty where no session is kept.
  std::string text() const {
    const auto kept = document();
    return kept ? kept->text : "";
  }

  // The file that keeps the session of the program that was started last.
  std::string kept() const {
    return folder_ / ("headlight/open-session-" + std::to_string(started_) + ".json");
  }

  // What the program keeps from one day to the next, as it is on the disk.
  std::string preferences_path() const { return folder_ / "config/headlight/preferences.json"; }
  std::optional<Kept> preferences() const {
    const auto read = kept_from_json(bytes_of(preferences_path()));
    if (!read) return std::nullopt;
    return *read;
  }

  // Where the window is: x, y, width, height; zeros where there is none.
  DesktopArea place() const { return place_of("--name '^Headlight'"); }
  // The same of what xdotool finds.
  DesktopArea place_of(const std::string& sought) const {
    const std::string command = "DISPLAY=" + display_.name() + " xdotool search --onlyvisible " + sought +
                                " getwindowgeometry --shell 2>/dev/null";
    FILE* pipe = popen(command.c_str(), "r");
    DesktopArea area;
    std::array<char, 200> line{};
    while (pipe != nullptr && std::fgets(line.data(), line.size(), pipe) != nullptr) {
      const std::string text = line.data();
      const auto value = [&](std::string_view name) {
        return text.starts_with(name) ? std::optional(std::atoi(text.c_str() + name.size())) : std::nullopt;
      };
      area.x = value("X=").value_or(area.x);
      area.y = value("Y=").value_or(area.y);
      area.width = value("WIDTH=").value_or(area.width);
      area.height = value("HEIGHT=").value_or(area.height);
    }
    if (pipe != nullptr) pclose(pipe);
    return area;
  }

  // The texts of the sessions that ended windows have left to be opened again.
  std::vector<std::string> left_texts() const {
    std::vector<std::string> texts;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / "headlight/sessions", none)) {
      if (const auto left = from_line(bytes_of(entry.path()))) texts.push_back(left->text);
    }
    return texts;
  }

  void quit() {
    xdotool({"key", "ctrl+q"});
    EXPECT_EQ(wait_for_end(), 0);
  }

  // Clicks behind the end of the sentence.
  void go_to_end_of_text() {
    xdotool({"mousemove", "500", "80", "click", "1"});
    xdotool({"key", "End"});
  }

  // Opens a window that cannot keep what is typed into it, and types.
  void type_where_nothing_is_kept() {
    std::ofstream(folder_ / "file") << "no folder can be made below it";
    launch({"--text", "hello"}, folder_ / "file");
    ASSERT_TRUE(eventually([&] { return place().width > 0; })) << "the window did not open";
    std::this_thread::sleep_for(1s);
    xdotool({"mousemove", "500", "80", "click", "1"});
    xdotool({"key", "End"});
    xdotool({"type", "--delay", "30", " world"});
  }

  // Whether the program still runs a while after it was asked to end.
  bool goes_on() const {
    std::this_thread::sleep_for(1500ms);
    return waitpid(program_, nullptr, WNOHANG) == 0;
  }

  // The processor time that the program has used, in clock ticks.
  long ticks() const {
    std::ifstream file("/proc/" + std::to_string(program_) + "/stat");
    std::string field;
    long total = 0;
    for (int i = 1; i <= 15 && file >> field; ++i) {
      if (i >= 14) total += std::stol(field);
    }
    return total;
  }

  // Whether it comes to use no more than two ticks of 10 ms in 3 s: on a busy machine what it begins with is
  // done late.
  bool becomes_idle() const {
    return eventually([&] {
      const long before = ticks();
      std::this_thread::sleep_for(3s);
      return ticks() - before <= 2;
    });
  }

  // Waits for the program to end; its exit code, or -1.
  int wait_for_end() {
    int status = 0;
    const bool ended = eventually([&] { return waitpid(program_, &status, WNOHANG) == program_; });
    if (ended) program_ = -1;
    return ended && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  VirtualDisplay display_;
  TemporaryFolder folder_;
  std::vector<std::pair<std::string, std::string>> variables_;  // more of the program's environment
  pid_t program_ = -1;                                          // while it runs
  pid_t started_ = -1;
};

}  // namespace app
