// overlay.h: a sheet that lies over the window while the desk's `panel` names it.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// Where a sheet stands, in pixels: its corner that `pivot` names, and its size.
struct SheetPlace {
  ImVec2 at;
  ImVec2 pivot;
  ImVec2 size;
  bool is_plain = false;  // without a background of its own
};

// Opens and closes with the desk's panel; Esc and a click beside it close it. True while it is open: then
// call end_overlay.
bool begin_overlay(const Frame& frame, const char* panel, const SheetPlace& place);
void end_overlay();

void close_overlay(const Frame& frame);

// What dims the window behind: `light` is how much in the light theme, from 0 to 1.
ImU32 veil(const ui::Style& style, float light);

// A key as it is labelled, in a small box; returns its width. `right`: the box ends at `at`.
float draw_key(const Frame& frame, ImVec2 at, const std::string& name, bool right = false);
float key_width(const Frame& frame, const std::string& name);

}  // namespace views
