// common_mistakes.h: names the mistake that a wrong answer shows, where the lesson has no words for it.
#pragma once

#include <optional>
#include <span>
#include <utility>

#include "app/lessons/expression.h"
#include "engine/core/result.h"

namespace app {

// Each nullopt where the answer shows none of the common mistakes.

// lesson.mistake.sign, .percent (a hundred times too large or too small), .tenfold (a power of ten),
// .inverse.
std::optional<engine::Error> mistake_of_number(double typed, double right);

// lesson.mistake.shape_swapped, .rows (only the columns are right), .columns.
std::optional<engine::Error> mistake_of_shape(std::pair<engine::Index, engine::Index> typed,
                                              std::pair<engine::Index, engine::Index> right);

// lesson.mistake.cell_swapped, .cell_row (the right column of another row), .cell_column.
std::optional<engine::Error> mistake_of_cell(std::pair<engine::Index, engine::Index> clicked,
                                             const AnsweredCells& right);

// lesson.mistake.reversed, .first, .order (count: how many at the beginning are right, next).
std::optional<engine::Error> mistake_of_order(std::span<const size_t> order);

}  // namespace app
