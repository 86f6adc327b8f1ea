// window_state.h: the window's position and appearance, restored on opening and kept while it is open; and
// full screen while presenting.
#pragma once

#include <optional>

#include "app/cli/cli.h"
#include "app/session/session.h"
#include "app/shell/preferences_file.h"

struct GLFWwindow;

namespace app {

class WindowState {
 public:
  // Reads what was kept. The command line overrides it, for this window.
  WindowState(PreferencesFile file, const WindowStart& start);

  // The preferences on opening.
  const Preferences& preferences() const { return preferences_; }
  // Why the kept state is invalid.
  const std::optional<engine::Error>& error() const { return error_; }

  // Restores a new window's position, and its panels.
  void restore(GLFWwindow* window, Session& session) const;

  // After each frame: sets full screen while presenting, and writes what has changed.
  void follow(GLFWwindow* window, const Session& session, double now);
  // Seconds until follow() has something to do.
  std::optional<double> due(const Session& session, double now) const;
  void flush() { file_.flush(); }
  // Why the preferences are not kept, if so.
  const std::optional<engine::Error>& failed() const { return file_.failed(); }

 private:
  Kept kept_of(const Session& session) const;
  void fill_screen(GLFWwindow* window, bool fill);

  PreferencesFile file_;
  Kept kept_;                // as read
  Preferences preferences_;  // with the command line's overrides
  std::optional<engine::Error> error_;
  std::optional<WindowPlace> place_;
  bool fills_screen_ = false;
};

}  // namespace app
