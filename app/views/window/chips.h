// chips.h: the tokens of a sequence as chips.
#pragma once

#include <vector>

#include "app/views/core/frame.h"

namespace views {

// One sequence of the trace and the effect of a click on its chips.
struct ChipRow {
  int sequence = 0;
  bool can_pad = false;         // a click toggles a token as padding
  engine::Index generated = 0;  // this many of the last tokens were generated
};

// The rows of the focused example: one, or source and target.
std::vector<ChipRow> chip_rows(const Frame& frame);

// Their height in this width: at most `lines` lines; more scroll.
float chips_height(const Frame& frame, const ChipRow& row, float room, int lines);

void draw_chips(const Frame& frame, const ChipRow& row, ImVec2 room);

}  // namespace views
