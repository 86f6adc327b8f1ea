// mark.h: choices in a form: a ring before one of several words, a box before a word that is on or off.
#pragma once

#include <string>

#include "app/ui/style.h"

namespace ui {

enum class MarkKind { kOneOf, kOnOff };

// A word with its mark, filled when it is chosen; returns whether it was pressed. `label` may end in ##id.
bool mark(const Style& style, const std::string& label, MarkKind kind, bool is_chosen);
// The width of one with this text.
float mark_width(const Style& style, std::string_view text);

// A tick of twice this size.
void draw_tick(ImDrawList& list, ImVec2 centre, float size, ImU32 colour);

}  // namespace ui
