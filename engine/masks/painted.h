// painted.h: a mask painted by hand, kept as few rectangles.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/matrix.h"

namespace engine {

// What is painted on a rectangle of a mask: added to the scores there, whatever the rule says. 0 shows, -inf
// hides, any other number is a bias.
struct MaskPatch {
  Index row = 0;
  Index column = 0;
  Index rows = 1;
  Index columns = 1;
  double value = 0;

  bool operator==(const MaskPatch&) const = default;
};

// A mask of more rectangles cannot be saved.
inline constexpr size_t kMostPatches = 200'000;

// The value that hides.
inline constexpr double kHide = -std::numeric_limits<double>::infinity();

// The value that gives a cell back to the rule.
inline constexpr double kUnpainted = std::numeric_limits<double>::quiet_NaN();

// One attention's painted cells: of all its heads ("encoder.0.self") or of one, which then has only its own
// ("encoder.0.self.head.2").
struct PaintedMask {
  std::string attention;
  std::vector<MaskPatch> patches;  // as patches_of() makes them

  bool operator==(const PaintedMask&) const = default;
};

// The painted cells of a (rows, columns) mask; NaN where nothing is painted. What lies outside is left out.
Matrix painted_cells(const std::vector<MaskPatch>& patches, Index rows, Index columns);
// The same of the smallest mask that holds all patches.
Matrix painted_cells(const std::vector<MaskPatch>& patches);

// The fewest rectangles that a row-by-row sweep finds, always the same for the same cells. NaN is left out.
std::vector<MaskPatch> patches_of(const Matrix& cells);

// `patches` with one more painted over them; a value of kUnpainted wipes.
std::vector<MaskPatch> paint(const std::vector<MaskPatch>& patches, const MaskPatch& patch);

// What is painted for exactly this attention, or head; null where nothing is.
const PaintedMask* find_painted(const std::vector<PaintedMask>& masks, std::string_view attention);

}  // namespace engine
