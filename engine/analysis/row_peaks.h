// row_peaks.h: the largest number of each row, and the rows in the order of these.
#pragma once

#include <optional>
#include <vector>

#include "engine/core/trace.h"

namespace engine {

// A row's largest number, or the one farthest from 0, at its first column.
struct RowPeak {
  Index row = 0;
  Index column = 0;
  float value = 0;
};

// The peaks of a stage (rows, columns), the largest first; of equal ones the upper row's. A row of which no
// number is finite has none. `by_magnitude`: how far from 0 a number is counts, whatever its sign.
std::vector<RowPeak> row_peaks(const Trace& trace, int stage, bool by_magnitude);

// The largest of some numbers, by the same order, at (row, column) of them; nothing where none is finite.
std::optional<RowPeak> peak_of(const Matrix& numbers, bool by_magnitude);

}  // namespace engine
