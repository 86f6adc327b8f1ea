// preferences.cpp: any bytes are refused as preferences, or read into some that are kept as they are.
#include <cmath>

#include "app/shell/preferences_file.h"
#include "tests/fuzz/fuzz.h"

std::vector<std::string> seeds() {
  app::Kept kept;
  kept.window = app::WindowPlace{{-5, 7, 1280, 800}, true};
  kept.preferences.theme = app::Theme::kDark;
  kept.preferences.export_folder = "/pictures/\u6f22";
  kept.panels.rail_width = 240;
  return {app::to_json({}),
          app::to_json(kept),
          "{}",
          "[]",
          R"({"text_size": 1e999})",
          R"({"theme": {"light": [1]}, "language": "zh-Hant", "window_x": -2147483649})",
          R"({"language": "\ud800", "window_width": 1})"};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto kept = app::kept_from_json({reinterpret_cast<const char*>(data), size});
  if (!kept) {
    require(kept.error().key == "error.preferences", "a refusal names its reason");
    return 0;
  }
  const auto again = app::kept_from_json(app::to_json(*kept));
  require(again.ok() && *again == *kept, "what was written reads the same");
  if (!kept->window) return 0;
  const app::DesktopArea screen{0, 0, 1920, 1080};
  const app::DesktopArea placed = app::on_a_screen(kept->window->area, {&screen, 1});
  require(placed.width > 0 && placed.width <= screen.width && placed.height <= screen.height,
          "the window fits a screen");
  return 0;
}
