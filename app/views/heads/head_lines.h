// head_lines.h: heads as lines: one colour each, and beyond the palette a pattern, so that no two look alike.
#pragma once

#include <vector>

#include "app/views/core/frame.h"

namespace views {

// The style of a head's line.
struct LineLook {
  int head = 0;
  float weight = 1;     // from 0 to 1: heavier lines have stronger colour
  float thickness = 2;  // pixels
  float presence = 1;   // below 1: steps back behind others
};

// The colour is mixed with the panel's and drawn opaque: lines of two heads never blend into a third.
void draw_head_line(const Frame& frame, ImVec2 from, ImVec2 to, const LineLook& look);

// The heads whose lines are drawn: all but those that were left out. Stored per window.
std::vector<int> lit_heads(const Frame& frame, int count);

// A chip for each head, with its line: a click adds or removes the head; and a switch between all heads and
// the focused one. `count` heads. In lines from the cursor on.
void draw_head_chips(const Frame& frame, int count);

}  // namespace views
