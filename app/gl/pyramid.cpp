// pyramid.cpp: reduces a matrix by blocks of 2 x 2 cells, again and again.
#include "app/gl/pyramid.h"

#include <algorithm>
#include <cmath>

#include "engine/hidden.h"

namespace gl {
namespace {

using engine::Index;

float largest(float a, float b) {
  return a < b ? b : a;
}

// A hidden cell counts less than any value, 0 included.
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

}  // namespace

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
