// halves.h: pictures of which the upper half is given.
#pragma once

#include "engine/world/scene.h"

namespace world {

inline constexpr int kMiddle = kSide / 2;  // the first row of the lower half

// Shapes of a scene that the middle line cuts; and those whose lower part a drawing completes: by a shape of
// the same colour that begins in the same row, overlaps what was given, and reaches across the line.
struct CutShapes {
  int all = 0;
  int completed = 0;
};
CutShapes cut_shapes(const Scene& there, const Scene& drawn);

// Whether the upper half, of a (16, 16) picture of numbers in kPalette, is that of some picture of whole
// shapes: every part in it is a shape, or the upper part of one that the middle line cuts.
bool has_possible_half(const Matrix& palette);

}  // namespace world
