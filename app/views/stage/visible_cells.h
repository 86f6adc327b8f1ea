// visible_cells.h: which rows and columns of a matrix are in view, and which cell is drawn there.
#pragma once

#include <cmath>

#include "app/ui/heatmap.h"
#include "engine/core/trace.h"

namespace views {

// Visible rows or columns, from the first to one past the last.
struct Span {
  engine::Index first, end;
};
inline Span visible(double first, double count) {
  return {static_cast<engine::Index>(std::floor(first)),
          static_cast<engine::Index>(std::ceil(first + count - 1e-6))};
}

inline engine::Cell drawn_cell(const ui::MatrixFrame& matrix, engine::Index row, engine::Index column) {
  return matrix.transposed ? engine::Cell{matrix.stage, column, row}
                           : engine::Cell{matrix.stage, row, column};
}

}  // namespace views
