// chips.h: the tokens of a sequence as chips.
#pragma once

#include <vector>

#include "app/views/core/frame.h"

namespace views {

// One sequence of the trace and what a click on its chips does.
struct ChipRow {
  int sequence = 0;
  bool can_pad = false;         // a click switches a token off as padding
  engine::Index generated = 0;  // so many of the last tokens were chosen by the decoder
};

// The rows of the example that is looked at: one, or source and target.
std::vector<ChipRow> chip_rows(const Frame& frame);

// How tall they are in this room: at most `lines` lines; more scroll.
float chips_height(const Frame& frame, const ChipRow& row, float room, int lines);

void draw_chips(const Frame& frame, const ChipRow& row, ImVec2 room);

}  // namespace views
