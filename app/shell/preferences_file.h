// preferences_file.h: how things look and where the window stands, kept from one day to the next in one small
// readable file.
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

// What is kept.
struct Kept {
  Preferences preferences;
  Panels panels;
  std::optional<WindowPlace> window;  // nothing before the first window was closed

  bool operator==(const Kept&) const = default;
};

// Readable JSON, one field a line. What is left out of it has its usual value, what is unknown is passed
// over. Error error.preferences (field): the first that is of no use, or the text itself where it is no JSON
// object.
std::string to_json(const Kept& kept);
engine::Result<Kept> kept_from_json(std::string_view json);

// A window of which too little to take hold of would be on a screen is moved to the middle of the first; none
// is larger than the screen that it is on. Without screens it stays as it is.
DesktopArea on_a_screen(DesktopArea window, std::span<const DesktopArea> screens);

class PreferencesFile {
 public:
  // An empty path keeps nothing and has the usual values.
  explicit PreferencesFile(std::filesystem::path path) : path_(std::move(path)) {}

  // $XDG_CONFIG_HOME/headlight/preferences.json, or below ~/.config.
  static std::filesystem::path usual_path();

  // The usual values where there is no file. Errors: error.preferences (path, field), and those of
  // exporter::read_file.
  engine::Result<Kept> read();

  // Writes what differs from what is there, at most once in kEvery seconds and whole or not at all. A disk
  // that is full or read-only stops nothing: failed() says so, and it is tried again when something changes.
  void keep(const Kept& kept, double now);
  // Why the last try failed: not_kept_in() its folder; nothing where it went well.
  const std::optional<engine::Error>& failed() const { return failed_; }
  void flush();
  // Seconds until keep() would write what it has put off.
  std::optional<double> due(double now) const;

  static constexpr double kEvery = 2;

 private:
  std::filesystem::path path_;
  std::string written_;
  std::string waiting_;
  double next_write_ = 0;
  std::optional<engine::Error> failed_;
};

}  // namespace app
