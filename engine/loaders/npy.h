// npy.h: reads NumPy's single-array files, as written by np.save.
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "engine/core/matrix.h"
#include "engine/core/result.h"

namespace loaders {

// (rows, columns) of float64, row-major: for comparisons.
using DoubleMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// The most memory for a matrix, unless the caller says otherwise: 1 GiB.
inline constexpr size_t kMostNpyBytes = size_t{1} << 30U;

// A file of version 1, 2 or 3: f2, f4, f8, i1 to i8, u1 to u8 and b1, little- or big-endian, in C or Fortran
// order. (n,) is a row (1, n); (1, m, n), a batch of one, is (m, n). Rounds values to the nearest float;
// keeps NaN and infinities. `largest` is the size of the matrix in bytes, checked before allocating memory.
// Errors: those of MappedFile::open, and with path: error.npy_magic, error.npy_version (version),
// error.npy_header (byte), error.npy_pickled, error.npy_dtype (dtype), error.npy_shape (shape),
// error.npy_empty (shape), error.npy_size (shape, dtype, wanted, bytes), error.npy_too_large (shape,
// megabytes, largest).
engine::Result<engine::Matrix> read_npy(const std::filesystem::path& path, size_t largest = kMostNpyBytes);

// The same in float64.
engine::Result<DoubleMatrix> read_npy_double(const std::filesystem::path& path,
                                             size_t largest = kMostNpyBytes);

// As above, from bytes; `path` is for errors.
engine::Result<engine::Matrix> parse_npy(std::span<const std::byte> bytes, const std::string& path,
                                         size_t largest = kMostNpyBytes);
// Matrices of one shape, each below the one before: (count · rows, columns).
struct MatrixStack {
  engine::Matrix numbers;
  engine::Index count = 1;

  engine::Index rows() const { return numbers.rows() / count; }  // of one
  // The matrix at `index`.
  engine::ConstView at(engine::Index index) const {
    return engine::rows_of(engine::whole(numbers), index * rows(), rows());
  }
};

// As parse_npy; and (count, m, n) is several matrices, as is (1, count, m, n), a batch of one. Errors:
// error.npy_shape_stack (shape) for error.npy_shape.
engine::Result<MatrixStack> parse_npy_stack(std::span<const std::byte> bytes, const std::string& path,
                                            size_t largest = kMostNpyBytes);
engine::Result<DoubleMatrix> parse_npy_double(std::span<const std::byte> bytes, const std::string& path,
                                              size_t largest = kMostNpyBytes);

}  // namespace loaders
