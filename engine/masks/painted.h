// painted.h: a mask painted by hand, stored as few rectangles.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/matrix.h"

namespace engine {

// A painted rectangle of a mask: its value is added to the scores there, whatever the rule says. 0 shows,
// -inf hides, any other number is a bias.
struct MaskPatch {
  Index row = 0;
  Index column = 0;
  Index rows = 1;
  Index columns = 1;
  double value = 0;

  bool operator==(const MaskPatch&) const = default;
};

// A mask with more rectangles cannot be saved.
inline constexpr size_t kMostPatches = 200'000;

// The value that hides a cell.
inline constexpr double kHide = -std::numeric_limits<double>::infinity();

// The value that returns a cell to the rule.
inline constexpr double kUnpainted = std::numeric_limits<double>::quiet_NaN();

// The painted cells of one attention: of all its heads ("encoder.0.self") or of one, which then uses only its
// own ("encoder.0.self.head.2").
struct PaintedMask {
  std::string attention;
  std::vector<MaskPatch> patches;  // as returned by patches_of()

  bool operator==(const PaintedMask&) const = default;
};

// The painted cells of a (rows, columns) mask; NaN in cells that are not painted. Ignores what lies outside.
Matrix painted_cells(const std::vector<MaskPatch>& patches, Index rows, Index columns);
// As above, for the smallest mask that holds all patches.
Matrix painted_cells(const std::vector<MaskPatch>& patches);

// The fewest rectangles that a row-by-row sweep finds, always the same for the same cells. Ignores NaN.
std::vector<MaskPatch> patches_of(const Matrix& cells);

// `patches` with one more painted over them; the value kUnpainted erases.
std::vector<MaskPatch> paint(const std::vector<MaskPatch>& patches, const MaskPatch& patch);

// What is painted for exactly this attention or head; null if nothing is.
const PaintedMask* find_painted(const std::vector<PaintedMask>& masks, std::string_view attention);

}  // namespace engine
