// positions_page.h: which page of the lab on positions is open, and what it shows.
#pragma once

#include <string>

#include "engine/core/matrix.h"

namespace app {

struct PositionsPage {
  std::string shown = "table";  // table, worked, products, circles, base, kinds or order
  bool is_worked = false;       // the worked example shows its steps
  engine::Index pair = 0;       // of dimensions, whose waves are drawn
  engine::Index position = 0;   // where the circles stand
  engine::Index offset = 1;     // the step that they take
  std::string moved;            // the text in the order that it is compared with; empty: it is shuffled

  bool operator==(const PositionsPage&) const = default;
};

}  // namespace app
