// checker.cpp: the connected parts of each colour, compared with every shape of their size.
#include "engine/world/checker.h"

#include <algorithm>
#include <array>

#include "engine/world/parts.h"

namespace world {
Reading read_picture(const Matrix& palette) {
  Reading reading;
  for (const Part& part : parts_of(palette)) {
    if (const auto figure = figure_of(part)) {
      reading.scene.figures.push_back(*figure);
    } else {
      ++reading.parts_unread;
    }
  }
  return reading;
}

Matrix nearest_palette(const Matrix& pixels, int side) {
  Matrix palette(side, side);
  for (Index pixel = 0; pixel < pixels.rows(); ++pixel) {
    const auto away = [&](const std::array<float, 3>& colour) {
      float sum = 0;
      for (Index channel = 0; channel < 3; ++channel) {
        const float difference = (pixels(pixel, channel) + 1) / 2 - colour[static_cast<size_t>(channel)];
        sum += difference * difference;
      }
      return sum;
    };
    const auto nearest = std::ranges::min_element(kPalette, {}, away);
    palette.data()[pixel] = static_cast<float>(nearest - kPalette.begin());
  }
  return palette;
}

}  // namespace world
