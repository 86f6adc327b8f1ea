// preferences_file.h: appearance and window position, kept between sessions in one small readable file.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/session/desk.h"
#include "app/session/preferences.h"
#include "engine/core/result.h"

namespace app {

// A rectangle on the desktop, in the window system's pixels.
struct DesktopArea {
  int x = 0, y = 0, width = 0, height = 0;

  bool operator==(const DesktopArea&) const = default;
};

struct WindowPlace {
  DesktopArea area;
  bool is_maximised = false;

  bool operator==(const WindowPlace&) const = default;
};

// The contents of the file.
struct Kept {
  Preferences preferences;
  Panels panels;
  std::optional<WindowPlace> window;  // nullopt before the first window was closed

  bool operator==(const Kept&) const = default;
};

// Readable JSON, one field per line. Missing fields have their defaults, unknown ones are ignored. Error
// error.preferences (field): the first invalid one, or the text itself if it is not a JSON object.
std::string to_json(const Kept& kept);
engine::Result<Kept> kept_from_json(std::string_view json);

// Moves a window to the middle of the first screen if too little of it to grab is on any screen; none is
// larger than its screen. Without screens it stays as it is.
DesktopArea on_a_screen(DesktopArea window, std::span<const DesktopArea> screens);

class PreferencesFile {
 public:
  // An empty path keeps nothing and has the defaults.
  explicit PreferencesFile(std::filesystem::path path) : path_(std::move(path)) {}

  // $XDG_CONFIG_HOME/headlight/preferences.json, or below ~/.config.
  static std::filesystem::path usual_path();

  // The defaults if there is no file. Errors: error.preferences (path, field), and those of
  // exporter::read_file.
  engine::Result<Kept> read();

  // Writes the fields that this window has changed, at most once in kEvery seconds: the others stay as
  // another window wrote them. The file is written completely or not at all. A full or read-only disk stops
  // nothing: failed() reports it, and it is retried after kRetry seconds.
  void keep(const Kept& kept, double now);
  // Why the last attempt failed: not_kept_in() its folder; nullopt if it succeeded.
  const std::optional<engine::Error>& failed() const { return failed_; }
  // Writes immediately what keep() has deferred. Returns whether everything is written.
  bool flush();
  // Seconds until keep() would write what it has deferred.
  std::optional<double> due(double now) const;

  static constexpr double kEvery = 2;
  static constexpr double kRetry = 10;

 private:
  std::optional<engine::Error> write() const;

  std::filesystem::path path_;
  std::string known_;    // of this window: what it last read or wrote
  std::string waiting_;  // what it has changed since; empty: nothing
  double next_write_ = 0;
  std::optional<engine::Error> failed_;
};

}  // namespace app
