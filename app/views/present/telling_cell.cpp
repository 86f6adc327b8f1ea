// telling_cell.cpp: finds the cell of a stage that is worth explaining.
#include "app/views/present/telling_cell.h"

#include <algorithm>
#include <cmath>

#include "app/views/core/special_tokens.h"

namespace views {
namespace {

using engine::Index;

constexpr Index kMostRead = 65536;         // numbers
constexpr float kAsGoodAsLargest = 0.95f;  // of the largest

// The numbers of a stage's first rows that are worth explaining: finite ones, and 0 elsewhere.
engine::Matrix telling_numbers(const Frame& frame, const engine::Stage& shown, engine::Matrix numbers) {
  const bool of_itself =
      shown.column_axis == engine::Axis::kKeys && shown.row_sequence == shown.column_sequence;
  for (Index row = 0; row < numbers.rows(); ++row) {
    if (shown.rows_are().counts_tokens() && is_special(frame, shown.row_sequence, row))
      numbers.row(row).setZero();
    if (of_itself && row < numbers.cols()) numbers(row, row) = 0;
  }
  return numbers.unaryExpr([](float number) { return std::isfinite(number) ? std::abs(number) : 0.0f; });
}

// The first cell that holds an infinity; otherwise the first of all.
engine::Cell first_hidden(const engine::Matrix& numbers, int stage) {
  for (Index row = 0; row < numbers.rows(); ++row) {
    for (Index column = 0; column < numbers.cols(); ++column) {
      if (std::isinf(numbers(row, column))) return {stage, row, column};
    }
  }
  return {stage, 0, 0};
}

}  // namespace

engine::Cell telling_cell(const Frame& frame, int stage) {
  const engine::Stage& shown = frame.trace().stage(stage);
  const Index rows = std::clamp<Index>(kMostRead / std::max<Index>(shown.columns, 1), 1, shown.rows);
  const engine::Matrix numbers = frame.trace().read(stage, 0, 0, rows, shown.columns);
  const engine::Matrix telling = telling_numbers(frame, shown, numbers);
  const float most = telling.maxCoeff();
  if (most == 0) return first_hidden(numbers, stage);
  engine::Cell best;
  Index nearest = 0;
  for (Index row = 0; row < rows; ++row) {
    for (Index column = 0; column < shown.columns; ++column) {
      if (telling(row, column) < kAsGoodAsLargest * most) continue;
      const Index away = std::abs(2 * row + 1 - rows) + std::abs(2 * column + 1 - shown.columns);
      if (best.stage >= 0 && away >= nearest) continue;
      best = {stage, row, column};
      nearest = away;
    }
  }
  return best;
}

}  // namespace views
