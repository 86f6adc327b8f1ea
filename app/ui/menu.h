// menu.h: the rows of menus and of lists of choices, all in one style: room around the words, a rounded row
// under the pointer, keys in a column of their own.
#pragma once

#include <string>
#include <string_view>

#include "app/ui/style.h"

namespace ui {

struct MenuRow {
  std::string_view note = {};    // in a second column: a key, or what is to be found there
  std::string_view remark = {};  // a second line, muted
  bool is_chosen = false;
  bool enabled = true;
  float width = 0;  // pixels; 0: as wide as the menu
  float words = 0;  // with a width: pixels from the words' start to the note; 0: right after them
};

// A row of an open popup; returns whether it was pressed, which closes the popup. `label` may end in ##id.
bool menu_row(const Style& style, const std::string& label, const MenuRow& row = {});
// What the rows below have in common.
void menu_caption(const Style& style, std::string_view text);
// A hairline between groups of rows.
void menu_separator(const Style& style, float width = 0);
// The width that a row with these words needs.
float menu_row_width(const Style& style, const std::string& label, const MenuRow& row = {});

}  // namespace ui
