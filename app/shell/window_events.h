// window_events.h: what the window waits for: input, its own threads, a request to end, the loss of its
// display.
#pragma once

#include <optional>

namespace app {

// One, as long as the window is open and any thread may call wake(). Where GLFW is on X11, signals and the
// loss of the display end nothing by themselves; elsewhere they end the program at once.
class WindowEvents {
 public:
  // After glfwCreateWindow().
  WindowEvents();
  ~WindowEvents();
  WindowEvents(const WindowEvents&) = delete;
  WindowEvents& operator=(const WindowEvents&) = delete;

  // Ends the wait. From any thread, and from a signal's handler.
  static void wake();

  // Takes the input that is there, or waits for it, for wake(), or until the time has passed. `seconds`: 0
  // does not wait; nullopt: without a limit.
  void wait(std::optional<double> seconds);

  // False once the X server is gone, or has closed the connection: nothing can be drawn.
  bool has_display() const;
  // Whether the window has to end, with nobody to ask: SIGHUP, SIGTERM or SIGINT came, or the display is
  // gone.
  bool must_end() const;
};

}  // namespace app
