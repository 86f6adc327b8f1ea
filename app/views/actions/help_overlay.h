// help_overlay.h: the keys of the current view, and the mouse.
#pragma once

#include <string>
#include <vector>

#include "app/views/core/frame.h"

namespace views {

// A line of the help: the keys of an action, or of a series such as the nine heads.
struct HelpLine {
  std::vector<std::string> keys;  // "Ctrl+Z", "1 – 9"
  std::string name;
};

struct HelpGroup {
  std::string title;
  std::vector<HelpLine> lines;
};

// The groups with keys: first those specific to this view.
std::vector<HelpGroup> help_groups(const Frame& frame);

void draw_help_overlay(const Frame& frame);

}  // namespace views
