// row_peaks.h: the largest value of each row, and the rows sorted by it.
#pragma once

#include <optional>
#include <vector>

#include "engine/core/trace.h"

namespace engine {

// A row's largest value, or the one farthest from 0, at its first column.
struct RowPeak {
  Index row = 0;
  Index column = 0;
  float value = 0;
};

// The peaks of a stage (rows, columns), largest first; ties by row. A row without finite values has none.
// `by_magnitude`: compares absolute values.
std::vector<RowPeak> row_peaks(const Trace& trace, int stage, bool by_magnitude);

// The largest of some values, by the same order, and its (row, column); nullopt if none is finite.
std::optional<RowPeak> peak_of(const Matrix& numbers, bool by_magnitude);

}  // namespace engine
