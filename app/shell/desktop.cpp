// desktop.cpp: runs wl-copy, xclip and xdg-open.
#include "app/shell/desktop.h"

#include <chrono>
#include <cstdlib>
#include <optional>
#include <thread>
#include <vector>

#include "app/export/subprocess.h"

namespace app {
namespace {

bool is_set(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

// Its exit code, if it ends in that time.
std::optional<int> wait_for(exporter::Subprocess& process, std::chrono::milliseconds longest) {
  constexpr std::chrono::milliseconds kEvery(5);
  for (auto waited = std::chrono::milliseconds(0); waited < longest; waited += kEvery) {
    if (const auto code = process.exit_code()) return code;
    std::this_thread::sleep_for(kEvery);
  }
  return process.exit_code();
}

}  // namespace

std::string picture_copier() {
  if (is_set("WAYLAND_DISPLAY")) return "wl-copy";
  return is_set("DISPLAY") ? "xclip" : "";
}

bool copy_png(const std::string& program, std::string_view png) {
  if (program.empty()) return false;
  std::vector<std::string> arguments = {program, "--type", "image/png"};
  if (program == "xclip") arguments = {program, "-selection", "clipboard", "-t", "image/png", "-i"};
  int failure = 0;
  const auto process = exporter::Subprocess::start(arguments, false, failure);
  if (!process || !process->write(png)) return false;
  process->close_input();
  // Both leave a copy of themselves behind that serves the picture, and end.
  return wait_for(*process, std::chrono::seconds(2)) == 0;
}

bool open_folder(const std::string& folder) {
  int failure = 0;
  const auto process = exporter::Subprocess::start({"xdg-open", folder}, false, failure);
  if (!process) return false;
  process->close_input();
  const auto code = wait_for(*process, std::chrono::milliseconds(300));
  // Where it becomes the file manager itself, it goes on without us.
  if (!code) process->let_go();
  return code.value_or(0) == 0;
}

}  // namespace app
