// painted.cpp: converts between rectangles and cells.
#include "engine/masks/painted.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "engine/core/number_text.h"

namespace engine {
namespace {

constexpr float kBlank = std::numeric_limits<float>::quiet_NaN();

// Equal values; a cell that is not painted equals none.
bool same_value(float a, float b) {
  return a == b;
}

// The shortest decimal number that rounds to this float: 0.1, not 0.10000000149.
double shortest(float value) {
  if (std::isinf(value)) return static_cast<double>(value);
  const std::string text = shortest_digits(value);
  double number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// How far to the right the value at (row, column) repeats.
Index run_length(const Matrix& cells, Index row, Index column) {
  Index end = column + 1;
  while (end < cells.cols() && same_value(cells(row, end), cells(row, column))) ++end;
  return end - column;
}

// Whether a row has exactly this run: the same value, and not beyond it on either side.
bool continues(const Matrix& cells, Index row, const MaskPatch& patch, float value) {
  for (Index column = patch.column; column < patch.column + patch.columns; ++column) {
    if (!same_value(cells(row, column), value)) return false;
  }
  const Index end = patch.column + patch.columns;
  const bool starts = patch.column == 0 || !same_value(cells(row, patch.column - 1), value);
  return starts && (end == cells.cols() || !same_value(cells(row, end), value));
}

}  // namespace

Matrix painted_cells(const std::vector<MaskPatch>& patches, Index rows, Index columns) {
  Matrix cells = Matrix::Constant(rows, columns, kBlank);
  for (const MaskPatch& patch : patches) {
    const Index last_row = std::min(patch.row + patch.rows, rows);
    const Index last_column = std::min(patch.column + patch.columns, columns);
    if (patch.row >= last_row || patch.column >= last_column) continue;
    cells.block(patch.row, patch.column, last_row - patch.row, last_column - patch.column)
        .setConstant(static_cast<float>(patch.value));
  }
  return cells;
}

Matrix painted_cells(const std::vector<MaskPatch>& patches) {
  Index rows = 0;
  Index columns = 0;
  for (const MaskPatch& patch : patches) {
    rows = std::max(rows, patch.row + patch.rows);
    columns = std::max(columns, patch.column + patch.columns);
  }
  return painted_cells(patches, rows, columns);
}

std::vector<MaskPatch> patches_of(const Matrix& cells) {
  Matrix left = cells;  // cells not yet covered by a patch
  std::vector<MaskPatch> patches;
  for (Index row = 0; row < left.rows(); ++row) {
    for (Index column = 0; column < left.cols(); ++column) {
      const float value = left(row, column);
      if (std::isnan(value)) continue;
      MaskPatch patch{row, column, 1, run_length(left, row, column), shortest(value)};
      while (patch.row + patch.rows < left.rows() && continues(left, patch.row + patch.rows, patch, value))
        ++patch.rows;
      left.block(patch.row, patch.column, patch.rows, patch.columns).setConstant(kBlank);
      patches.push_back(patch);
    }
  }
  return patches;
}

std::vector<MaskPatch> paint(const std::vector<MaskPatch>& patches, const MaskPatch& patch) {
  std::vector<MaskPatch> all = patches;
  all.push_back(patch);
  return patches_of(painted_cells(all));
}

const PaintedMask* find_painted(const std::vector<PaintedMask>& masks, std::string_view attention) {
  const auto found = std::find_if(masks.begin(), masks.end(),
                                  [&](const PaintedMask& mask) { return mask.attention == attention; });
  return found == masks.end() ? nullptr : &*found;
}

}  // namespace engine
