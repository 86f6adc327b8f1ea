// window_state.h: where the window stands and how it looks, taken up when it opens and kept while it is open;
// and the whole screen while something is presented.
#pragma once

#include <optional>

#include "app/cli/cli.h"
#include "app/session/session.h"
#include "app/shell/preferences_file.h"

struct GLFWwindow;

namespace app {

class WindowState {
 public:
  // Reads what was kept. What the command line says goes before it, for this window.
  WindowState(PreferencesFile file, const WindowStart& start);

  // What the window opens with.
  const Preferences& preferences() const { return preferences_; }
  // Why what was kept is of no use.
  const std::optional<engine::Error>& error() const { return error_; }

  // Puts a new window where it stood, and its panels as they were.
  void restore(GLFWwindow* window, Session& session) const;

  // After each frame: the whole screen where something is presented, and what has changed is written.
  void follow(GLFWwindow* window, const Session& session, double now);
  // Seconds until follow() has something to do.
  std::optional<double> due(const Session& session, double now) const;
  void flush() { file_.flush(); }
  // Why the preferences are not kept, where they are not.
  const std::optional<engine::Error>& failed() const { return file_.failed(); }

 private:
  Kept kept_of(const Session& session) const;
  void fill_screen(GLFWwindow* window, bool fill);

  PreferencesFile file_;
  Kept kept_;                // as it was read
  Preferences preferences_;  // with what the command line said
  std::optional<engine::Error> error_;
  std::optional<WindowPlace> place_;
  bool fills_screen_ = false;
};

}  // namespace app
