// window_input.h: what GLFW reads or waits for, too, but not as it is wanted here.
#pragma once

#include "app/shell/clipboard.h"
#include "app/shell/keyboard.h"
#include "app/shell/window_events.h"

namespace app {

struct WindowInput {
  WindowEvents events;
  Keyboard keyboard;
  Clipboard clipboard;

  explicit WindowInput(GLFWwindow* window) : keyboard(window) {}
};

}  // namespace app
