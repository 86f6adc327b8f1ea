// matrix.h: the values of a stage, row-major as in PyTorch and in a texture's rows.
#pragma once

#include <Eigen/Core>
#include <limits>

namespace engine {

using Index = Eigen::Index;

// (rows, columns) of float32, row-major.
using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// A rectangle inside a larger row-major matrix, read or written in place.
using ConstView = Eigen::Map<const Matrix, Eigen::Unaligned, Eigen::OuterStride<>>;
using View = Eigen::Map<Matrix, Eigen::Unaligned, Eigen::OuterStride<>>;

// All of a matrix, as such a view.
inline ConstView whole(const Matrix& matrix) {
  return {matrix.data(), matrix.rows(), matrix.cols(), Eigen::OuterStride<>(matrix.cols())};
}
inline View whole(Matrix& matrix) {
  return {matrix.data(), matrix.rows(), matrix.cols(), Eigen::OuterStride<>(matrix.cols())};
}

// `count` of its rows, starting at `first`.
inline ConstView rows_of(const ConstView& all, Index first, Index count) {
  return {all.data() + first * all.outerStride(), count, all.cols(), Eigen::OuterStride<>(all.outerStride())};
}

inline constexpr float kInfinity = std::numeric_limits<float>::infinity();

}  // namespace engine
