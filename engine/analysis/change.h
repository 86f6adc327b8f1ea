// change.h: what a stage of differences says: the largest of them, and which rows moved most.
#pragma once

#include <vector>

#include "engine/core/trace.h"

namespace engine {

struct Change {
  struct Row {
    Index row = 0;
    double length = 0;  // of the row's finite differences, as a vector
  };
  double largest = 0;     // the size of the largest finite difference
  Cell where;             // its cell; of no stage where nothing differs
  Index unbounded = 0;    // cells that are hidden on one side only
  std::vector<Row> rows;  // that moved, furthest first
};

Change measure_change(const Trace& trace, int difference_stage);

}  // namespace engine
