// matrix_text.h: reads a matrix that the user types, or pastes from a book's source or a program's output.
#pragma once

#include <string>
#include <string_view>

#include "engine/core/matrix.h"
#include "engine/core/result.h"

namespace app {

// The most values in a matrix.
inline constexpr engine::Index kMostTyped = 65'536;

// Rows end at a line end, at ";", "\\" or a bracket; values are separated by spaces, commas, tabs or "&".
// Accepts "[[1, 1], [0, 1]]", the output of NumPy and PyTorch, a LaTeX matrix, a name before it ("Q = ..."),
// and numbers as read_number reads them, but without commas and blanks. Errors: error.matrix_empty,
// error.matrix_number (row, text), error.matrix_ragged (row, count, expected), error.matrix_value (row, text,
// largest), error.matrix_deep, error.matrix_large (largest).
engine::Result<engine::Matrix> matrix_from_text(std::string_view text);

// As matrix_from_text, with this shape required: error.matrix_shape (rows, columns, wanted_rows,
// wanted_columns).
engine::Result<engine::Matrix> matrix_from_text(std::string_view text, engine::Index rows,
                                                engine::Index columns);

// The matrix in a form that can be typed: one row per line, each value with as few digits as identify it.
std::string matrix_to_text(const engine::Matrix& matrix);

// One value, as read_number reads it. Errors: those of read_number, and error.number_typed (text) beyond
// kLargestEdit.
engine::Result<double> number_from_text(std::string_view text);

}  // namespace app
