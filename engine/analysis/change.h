// change.h: summarises a stage of differences: the largest of them, and the rows that moved most.
#pragma once

#include <vector>

#include "engine/core/trace.h"

namespace engine {

struct Change {
  struct Row {
    Index row = 0;
    double length = 0;  // norm of the row's finite differences, as a vector
  };
  double largest = 0;     // the size of the largest finite difference
  Cell where;             // its cell; stage -1 if nothing differs
  Index unbounded = 0;    // cells that are hidden on one side only
  std::vector<Row> rows;  // rows that moved, farthest first
};

Change measure_change(const Trace& trace, int difference_stage);

}  // namespace engine
