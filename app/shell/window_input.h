// window_input.h: what GLFW reads too, but not as it is wanted here.
#pragma once

#include "app/shell/clipboard.h"
#include "app/shell/keyboard.h"

namespace app {

struct WindowInput {
  Keyboard keyboard;
  Clipboard clipboard;

  explicit WindowInput(GLFWwindow* window) : keyboard(window) {}
};

}  // namespace app
