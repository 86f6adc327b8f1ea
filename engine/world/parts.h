// parts.h: the connected parts of each colour of a picture.
#pragma once

#include <optional>
#include <vector>

#include "engine/world/scene.h"

namespace world {

struct PartPixel {
  int x = 0, y = 0;
};

// Pixels of one colour that hang together.
struct Part {
  Colour colour = Colour::kRed;
  std::vector<PartPixel> pixels;
};

// `palette`: numbers in kPalette, of any size. The topmost first.
std::vector<Part> parts_of(const Matrix& palette);

// The shape that covers exactly a part's pixels.
std::optional<Figure> figure_of(const Part& part);

}  // namespace world
