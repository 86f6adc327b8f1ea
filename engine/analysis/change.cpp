// change.cpp: reads differences row by row.
#include "engine/analysis/change.h"

#include <algorithm>
#include <cmath>

namespace engine {

Change measure_change(const Trace& trace, int difference_stage) {
  const Stage& stage = trace.stage(difference_stage);
  Change change;
  for (Index row = 0; row < stage.rows; ++row) {
    const Matrix read = trace.read_row(difference_stage, row);
    double squares = 0;
    bool moved = false;
    for (Index column = 0; column < read.cols(); ++column) {
      const double size = std::abs(static_cast<double>(read(0, column)));
      moved = moved || size > 0;
      if (!std::isfinite(size)) {
        ++change.unbounded;
        continue;
      }
      squares += size * size;
      if (size <= change.largest) continue;
      change.largest = size;
      change.where = {difference_stage, row, column};
    }
    if (moved) change.rows.push_back({row, std::sqrt(squares)});
  }
  std::stable_sort(change.rows.begin(), change.rows.end(),
                   [](const Change::Row& a, const Change::Row& b) { return a.length > b.length; });
  return change;
}

}  // namespace engine
