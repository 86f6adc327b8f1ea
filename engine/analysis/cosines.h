// cosines.h: how alike the directions of vectors are. Where all rows of a layer's output point the same way,
// tokens can no longer be told apart.
#pragma once

#include "engine/core/matrix.h"

namespace engine {

// rows (n, d) -> (n, n), the cosine of every row with every other, in [-1, 1]: 1 with itself. A row of zeros
// has no direction: 0 with every row, itself too.
Matrix cosines(const ConstView& rows);

// The mean of cosines() off its diagonal; 0 of fewer than two rows.
double mean_cosine(const Matrix& cosines);

}  // namespace engine
