// edits.h: values typed by hand that replace computed or given ones.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/matrix.h"

namespace engine {

struct CellEdit {
  Index row = 0;
  Index column = 0;
  double value = 0;

  bool operator==(const CellEdit&) const = default;
};

// The largest value that can be typed: everything computed from it stays finite.
inline constexpr double kLargestEdit = 1e6;

// The edited cells of one stage.
struct StageEdits {
  std::string address;
  std::vector<CellEdit> cells;  // ascending by row and column, each cell once

  bool operator==(const StageEdits&) const = default;
};

// Ascending by address, each address once. Cells and stages that a run does not have are ignored.
using Edits = std::vector<StageEdits>;

inline const StageEdits* find_edits(const Edits& edits, std::string_view address) {
  const auto found = std::lower_bound(
      edits.begin(), edits.end(), address,
      [](const StageEdits& stage, std::string_view wanted) { return stage.address < wanted; });
  return found == edits.end() || found->address != address ? nullptr : &*found;
}

// Writes the edits into `numbers`, a view or a matrix; skips cells outside it.
template <class Numbers>
void write_edits(const StageEdits& edits, Numbers&& numbers) {
  for (const CellEdit& cell : edits.cells) {
    if (cell.row < numbers.rows() && cell.column < numbers.cols())
      numbers(cell.row, cell.column) = static_cast<float>(cell.value);
  }
}

}  // namespace engine
