// nearest.h: which shape a picture is nearest to.
#pragma once

#include <optional>

#include "engine/world/scene.h"

namespace world {

struct NearestShape {
  Figure figure;
  double overlap = 0;  // pixels of its colour that both have, over all that either has
};

// Among every shape of every size and colour in every place; none where nothing is drawn. `palette`: (16,
// 16), the number in kPalette of each pixel.
std::optional<NearestShape> nearest_shape(const Matrix& palette);

}  // namespace world
