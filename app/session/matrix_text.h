// matrix_text.h: reads a matrix as a person types it, or pastes it from a book's source or a program's print.
#pragma once

#include <string>
#include <string_view>

#include "engine/core/matrix.h"
#include "engine/core/result.h"

namespace app {

// A matrix holds at most so many numbers.
inline constexpr engine::Index kMostTyped = 65'536;

// Rows end at a line's end, at ";", "\\" or a bracket; numbers stand apart by spaces, commas, tabs or "&".
// "[[1, 1], [0, 1]]", the prints of NumPy and PyTorch, a LaTeX matrix, a name before it ("Q = ..."), true
// minus signs and fractions such as 1/2 are read. Errors: error.matrix_empty, error.matrix_number (row,
// text), error.matrix_ragged (row, count, expected), error.matrix_value (row, text, largest),
// error.matrix_deep, error.matrix_large (largest).
engine::Result<engine::Matrix> matrix_from_text(std::string_view text);

// matrix_from_text, of this shape: error.matrix_shape (rows, columns, wanted_rows, wanted_columns).
engine::Result<engine::Matrix> matrix_from_text(std::string_view text, engine::Index rows,
                                                engine::Index columns);

// The matrix as it can be typed: a line a row, each number with as few digits as name it.
std::string matrix_to_text(const engine::Matrix& matrix);

// One number as it can be typed; nothing that is finite and at most kLargestEdit is refused.
engine::Result<double> number_from_text(std::string_view text);

}  // namespace app
