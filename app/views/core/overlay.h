// overlay.h: a sheet over the window while the desk's `panel` names it.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// Position of a sheet, in pixels: its corner given by `pivot`, and its size.
struct SheetPlace {
  ImVec2 at;
  ImVec2 pivot;
  ImVec2 size;
  bool is_plain = false;  // without its own background
  bool dims = true;       // the window behind
};

// Opens and closes with the desk's panel; Esc and a click outside close it. True while it is open: then call
// end_overlay.
bool begin_overlay(const Frame& frame, const char* panel, const SheetPlace& place);
void end_overlay();

void close_overlay(const Frame& frame);

// Dims the window behind: `light` is the amount in the light theme, from 0 to 1.
ImU32 veil(const ui::Style& style, float light);

// A keyboard key in a small box; returns its width. `right`: the box ends at `at`.
float draw_key(const Frame& frame, ImVec2 at, const std::string& name, bool right = false);
float key_width(const Frame& frame, const std::string& name);

}  // namespace views
