// head_lines.h: heads as lines: a colour each, and beyond the palette a pattern, so that no two look alike.
#pragma once

#include <vector>

#include "app/views/core/frame.h"

namespace views {

// How a line of a head looks.
struct LineLook {
  int head = 0;
  float weight = 1;     // from 0 to 1: heavier is stronger in colour
  float thickness = 2;  // pixels
};

// The colour is mixed with the panel's and drawn opaque: lines of two heads never blend into a third.
void draw_head_line(const Frame& frame, ImVec2 from, ImVec2 to, const LineLook& look);

// Which heads' lines are drawn: the one that is looked at, and those that were added to it. Kept by the
// window.
std::vector<int> lit_heads(const Frame& frame, int count);

// A chip for each head, with its line: a click adds the head or takes it away; and a switch between all heads
// and the one that is looked at. `count` heads. In lines from the cursor on.
void draw_head_chips(const Frame& frame, int count);

}  // namespace views
