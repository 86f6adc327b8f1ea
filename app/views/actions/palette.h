// palette.h: finds every action and every stage by a few typed letters.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/core/action.h"

namespace views {

// A line of the palette: an action, a stage to go to, or a setting with the typed number.
struct Entry {
  std::string id;  // unique: an action's id, "go ADDRESS", "set KEY"
  std::string name;
  std::string english;  // its English name, which is searched in every language
  std::string also;     // other searchable text, or empty
  ActionGroup group = ActionGroup::kWalk;
  std::string key;  // its shortcut, or empty
  std::string tip;
  bool chosen = false;  // it is the current choice
  std::function<void(const Frame&)> run;
};

// The matches, best first; with nothing typed every available action, in the table's order.
std::vector<Entry> find_entries(const Frame& frame, std::string_view typed);

// Why nothing matches: there is no such name, or the action is not available now.
std::string why_nothing(const Frame& frame, std::string_view typed);

// The glossary's terms that were typed: each goes where it lives. With `score`: how well it fits.
struct ScoredEntry {
  int score = 0;
  Entry entry;
};
std::vector<ScoredEntry> term_entries(const Frame& frame, std::string_view typed);

// Settings, cells and tokens with the typed numbers.
void add_number_entries(const Frame& frame, std::string_view typed, std::vector<Entry>& entries);

void draw_palette(const Frame& frame);

}  // namespace views
