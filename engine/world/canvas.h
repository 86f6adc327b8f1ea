// canvas.h: pictures of the world's shapes that are larger than 16 x 16, and what is in them.
#pragma once

#include <cstdint>

#include "engine/world/scene.h"

namespace world {

inline constexpr int kCanvasSide = 32;

// (32, 32): numbers in kPalette; four to eight shapes.
Matrix draw_canvas(uint64_t seed, uint64_t index);

// Connected parts of one colour that do not touch the border; and those of them that are shapes, to the
// pixel.
struct InnerParts {
  int parts = 0;
  int shapes = 0;
};
// `palette`: of any size.
InnerParts inner_parts(const Matrix& palette);

}  // namespace world
