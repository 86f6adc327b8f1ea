// palette.h: everything that can be done, and every stage, found by a few typed letters.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/core/action.h"

namespace views {

// A line of the palette: an action, a stage to go to, or a setting with the number that was typed.
struct Entry {
  std::string id;  // unique: an action's id, "go ADDRESS", "set KEY"
  std::string name;
  std::string english;  // its name in English, which is found in every language
  std::string also;     // what finds it too, or empty
  ActionGroup group = ActionGroup::kWalk;
  std::string key;  // its shortcut, or empty
  std::string tip;
  bool chosen = false;  // it is how things stand
  std::function<void(const Frame&)> run;
};

// What fits, the best first; with nothing typed every action that is available, in the table's order.
std::vector<Entry> find_entries(const Frame& frame, std::string_view typed);

// Why nothing fits: that there is no such name, or that what has it cannot be done now.
std::string why_nothing(const Frame& frame, std::string_view typed);

// Settings, cells and tokens with the numbers that were typed.
void add_number_entries(const Frame& frame, std::string_view typed, std::vector<Entry>& entries);

void draw_palette(const Frame& frame);

}  // namespace views
