// pyramid.cpp: repeatedly reduces a matrix by blocks of 2 x 2 cells.
#include "app/gl/pyramid.h"

#include <algorithm>
#include <cmath>

#include "engine/core/hidden.h"

namespace gl {
namespace {

using engine::Index;

float largest(float a, float b) {
  return a < b ? b : a;
}

// A hidden cell counts less than any value, even 0.
float size_of(float value) {
  return engine::is_hidden(value) ? -1.0f : std::abs(value);
}
float largest_magnitude(float a, float b) {
  return size_of(a) < size_of(b) ? b : a;
}

template <class Combine>
engine::Matrix halve(const MatrixRef& finer, Combine combine) {
  engine::Matrix coarser((finer.rows() + 1) / 2, (finer.cols() + 1) / 2);
  const Index pairs = finer.cols() / 2;
  for (Index row = 0; row < coarser.rows(); ++row) {
    const float* upper = &finer.coeffRef(2 * row, 0);
    const float* lower = &finer.coeffRef(std::min(2 * row + 1, finer.rows() - 1), 0);
    float* out = &coarser.coeffRef(row, 0);
    for (Index column = 0; column < pairs; ++column) {
      out[column] = combine(combine(upper[2 * column], lower[2 * column]),
                            combine(upper[2 * column + 1], lower[2 * column + 1]));
    }
    if (pairs < coarser.cols()) out[pairs] = combine(upper[2 * pairs], lower[2 * pairs]);
  }
  return coarser;
}

engine::Matrix halve(const MatrixRef& finer, Reduction reduction) {
  return reduction == Reduction::kLargest ? halve(finer, largest) : halve(finer, largest_magnitude);
}

// Row by row, in storage order.
template <class Combine>
engine::Matrix reduce(const MatrixRef& cells, Halvings by, Combine combine) {
  const Index high = by.block_rows();
  const Index wide = by.block_columns();
  engine::Matrix blocks((cells.rows() + high - 1) / high, (cells.cols() + wide - 1) / wide);
  for (Index row = 0; row < cells.rows(); ++row) {
    const float* from = &cells.coeffRef(row, 0);
    float* out = &blocks.coeffRef(row / high, 0);
    const bool is_first = row % high == 0;
    for (Index block = 0; block < blocks.cols(); ++block) {
      const Index end = std::min((block + 1) * wide, cells.cols());
      float found = from[block * wide];
      for (Index column = block * wide + 1; column < end; ++column) found = combine(found, from[column]);
      out[block] = is_first ? found : combine(out[block], found);
    }
  }
  return blocks;
}

}  // namespace

engine::Matrix reduce_blocks(const MatrixRef& cells, Halvings by, Reduction reduction) {
  if (cells.size() == 0 || by == Halvings{}) return cells;
  return reduction == Reduction::kLargest ? reduce(cells, by, largest) : reduce(cells, by, largest_magnitude);
}

std::vector<engine::Matrix> build_pyramid(const MatrixRef& base, Reduction reduction) {
  std::vector<engine::Matrix> levels;
  if (base.size() <= 1) return levels;
  levels.push_back(halve(base, reduction));
  while (levels.back().size() > 1) {
    engine::Matrix coarser = halve(levels.back(), reduction);
    levels.push_back(std::move(coarser));
  }
  return levels;
}

}  // namespace gl
