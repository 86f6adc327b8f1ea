// nearest.cpp: compares a picture with each shape in turn.
#include "engine/world/nearest.h"

namespace world {
namespace {

constexpr Index kFewestPixels = 3;  // of a colour that is looked at

// The pixels of a figure, and those of them that the picture has in its colour.
struct Shared {
  int own = 0;
  int both = 0;
};

Shared shared_of(const Figure& figure, const Matrix& palette) {
  Shared shared;
  for (int y = figure.y; y < figure.y + figure.size; ++y) {
    for (int x = figure.x; x < figure.x + figure.size; ++x) {
      if (!covers(figure, x, y)) continue;
      ++shared.own;
      if (static_cast<int>(palette(y, x)) == 1 + static_cast<int>(figure.colour)) ++shared.both;
    }
  }
  return shared;
}

template <class Visit>
void each_figure(Colour colour, Visit visit) {
  for (int outline = 0; outline < kOutlines; ++outline) {
    for (int size = kSmallest; size <= kLargest; ++size) {
      for (int y = 0; y + size <= kSide; ++y) {
        for (int x = 0; x + size <= kSide; ++x)
          visit(Figure{static_cast<Outline>(outline), colour, size, x, y});
      }
    }
  }
}

}  // namespace

std::optional<NearestShape> nearest_shape(const Matrix& palette) {
  const Index drawn = (palette.array() > 0).count();
  std::optional<NearestShape> nearest;
  for (int colour = 0; colour < kColours; ++colour) {
    const Index own = (palette.array() == static_cast<float>(1 + colour)).count();
    if (own < kFewestPixels) continue;
    each_figure(static_cast<Colour>(colour), [&](const Figure& figure) {
      const Shared shared = shared_of(figure, palette);
      const double overlap = shared.both / static_cast<double>(drawn + shared.own - shared.both);
      if (!nearest || overlap > nearest->overlap) nearest = NearestShape{figure, overlap};
    });
  }
  return nearest;
}

}  // namespace world
