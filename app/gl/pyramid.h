// pyramid.h: smaller and smaller copies of a matrix that lose no peak.
#pragma once

#include <tuple>
#include <vector>

#include "engine/core/matrix.h"

namespace gl {

// The value for several cells that share a pixel. -inf (hidden) only if all of the cells are hidden.
enum class Reduction {
  kLargest,           // for maps from low to high
  kLargestMagnitude,  // for signed maps: the value farthest from 0, with its sign
};

using MatrixRef = Eigen::Ref<const engine::Matrix>;

// Level 1 and up of (rows, columns), each from blocks of 2 x 2 cells of the level before, down to 1 x 1. A
// level has ceil(rows / 2) rows and ceil(columns / 2) columns, so the last odd row and column are kept.
std::vector<engine::Matrix> build_pyramid(const MatrixRef& base, Reduction reduction);

// A separate level for each side: a value stands for 2^rows x 2^columns cells.
struct Halvings {
  int rows = 0;
  int columns = 0;

  engine::Index block_rows() const { return engine::Index{1} << rows; }
  engine::Index block_columns() const { return engine::Index{1} << columns; }
  bool operator==(const Halvings&) const = default;
  bool operator<(const Halvings& other) const {
    return std::tie(rows, columns) < std::tie(other.rows, other.columns);
  }
};

// The reduction of each block of `by` cells, counted from the first; rounded up as in build_pyramid().
engine::Matrix reduce_blocks(const MatrixRef& cells, Halvings by, Reduction reduction);

}  // namespace gl
