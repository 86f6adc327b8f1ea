// clipboard.h: the clipboard's text, without waiting for good on the program that holds it.
#pragma once

#include <optional>
#include <string>

#include "engine/core/result.h"

namespace app {

// Dear ImGui's clipboard as long as this lives, on GLFW's only window. GLFW alone waits until its holder
// answers.
class Clipboard {
 public:
  // After ImGui_ImplGlfw_InitForOpenGL().
  Clipboard();
  ~Clipboard();
  Clipboard(const Clipboard&) = delete;
  Clipboard& operator=(const Clipboard&) = delete;

  // Why the last text asked for could not be had, once: error.clipboard_silent, after 2 s.
  std::optional<engine::Error> take_failure();

 private:
  const char* read();
  void write(const char* text);

  std::string text_;
  unsigned long holder_ = 0;  // X11's window that holds what was copied here
  std::optional<engine::Error> failure_;
};

}  // namespace app
