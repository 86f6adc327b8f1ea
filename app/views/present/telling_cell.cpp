// telling_cell.cpp: finds the cell of a stage that is worth explaining.
#include "app/views/present/telling_cell.h"

#include <algorithm>
#include <cmath>

#include "app/views/core/special_tokens.h"

namespace views {
namespace {

using engine::Index;

constexpr Index kMostRead = 65536;  // numbers

}  // namespace

engine::Cell telling_cell(const Frame& frame, int stage) {
  const engine::Trace& trace = frame.trace();
  const engine::Stage& shown = trace.stage(stage);
  const Index rows = std::clamp<Index>(kMostRead / std::max<Index>(shown.columns, 1), 1, shown.rows);
  const engine::Matrix numbers = trace.read(stage, 0, 0, rows, shown.columns);
  const bool of_itself =
      shown.column_axis == engine::Axis::kKeys && shown.row_sequence == shown.column_sequence;
  engine::Cell largest{stage, 0, 0};
  engine::Cell hidden;
  float most = 0;
  for (Index row = 0; row < rows; ++row) {
    if (shown.rows_are().counts_tokens() && is_special(frame, shown.row_sequence, row)) continue;
    for (Index column = 0; column < shown.columns; ++column) {
      const float number = numbers(row, column);
      if (hidden.stage < 0 && std::isinf(number)) hidden = {stage, row, column};
      if ((of_itself && row == column) || !std::isfinite(number) || std::abs(number) <= most) continue;
      most = std::abs(number);
      largest = {stage, row, column};
    }
  }
  return most == 0 && hidden.stage >= 0 ? hidden : largest;
}

}  // namespace views
