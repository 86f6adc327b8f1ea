// edits.h: numbers typed by hand in the place of those that were computed or given.
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

// A typed number is at most this large: what is computed from it stays finite.
inline constexpr double kLargestEdit = 1e6;

// The cells of one stage that have another number.
struct StageEdits {
  std::string address;
  std::vector<CellEdit> cells;  // ascending by row and column, each cell once

  bool operator==(const StageEdits&) const = default;
};

// Ascending by address, each address once. Cells and stages that a run does not have are passed over.
using Edits = std::vector<StageEdits>;

inline const StageEdits* find_edits(const Edits& edits, std::string_view address) {
  const auto found = std::lower_bound(
      edits.begin(), edits.end(), address,
      [](const StageEdits& stage, std::string_view wanted) { return stage.address < wanted; });
  return found == edits.end() || found->address != address ? nullptr : &*found;
}

// Writes the typed numbers over those of `numbers`, a view or a matrix; cells outside are left out.
template <class Numbers>
void write_edits(const StageEdits& edits, Numbers&& numbers) {
  for (const CellEdit& cell : edits.cells) {
    if (cell.row < numbers.rows() && cell.column < numbers.cols())
      numbers(cell.row, cell.column) = static_cast<float>(cell.value);
  }
}

}  // namespace engine
