// row_measures.h: the measures of the rows of a map, and their means for each head, as operations.
#pragma once

#include <vector>

#include "engine/core/operation.h"
#include "engine/ops/measure_table.h"

namespace engine {

// A (L, T) [, masked scores (L, T)] -> (L, 14): the measures of each row, 0 where it does not count.
OperationPtr row_measures(MapTokens tokens);

// The measures of each head's rows (L, 14) -> (heads, 14): their means over the rows that count, 0 if none
// does. `counted`: for each head, row by row, whether a measure counts.
OperationPtr measure_means(std::vector<std::vector<bool>> counted);

}  // namespace engine
