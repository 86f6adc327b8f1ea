// positions_page.h: the open page of the positions lab, and what it shows.
#pragma once

#include <string>

#include "engine/core/matrix.h"

namespace app {

struct PositionsPage {
  std::string shown = "table";  // table, worked, products, circles, base, kinds or order
  bool is_worked = true;        // the worked example shows its steps
  bool in_halves = false;       // the table has all sines left, all cosines right
  engine::Index pair = 0;       // of dimensions, whose waves are drawn
  engine::Index position = 0;   // position of the circles
  engine::Index offset = 1;     // their step
  std::string moved;            // the text in the order to compare with; empty: shuffled

  bool operator==(const PositionsPage&) const = default;
};

}  // namespace app
