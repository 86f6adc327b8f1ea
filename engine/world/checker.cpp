// checker.cpp: the connected parts of each colour, compared with every shape of their size.
#include "engine/world/checker.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace world {
namespace {

struct Pixel {
  int x = 0, y = 0;
};
using Part = std::vector<Pixel>;

bool is_inside(int x, int y) {
  return x >= 0 && y >= 0 && x < kSide && y < kSide;
}

// The pixels of one colour that hang together with (x, y); they are taken off the picture.
Part take_part(Matrix& palette, int x, int y) {
  constexpr std::array<Pixel, 4> kBeside = {{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
  const float colour = palette(y, x);
  Part part = {{x, y}};
  palette(y, x) = 0;
  for (size_t i = 0; i < part.size(); ++i) {
    for (const Pixel& step : kBeside) {
      const Pixel next{part[i].x + step.x, part[i].y + step.y};
      if (!is_inside(next.x, next.y) || palette(next.y, next.x) != colour) continue;
      palette(next.y, next.x) = 0;
      part.push_back(next);
    }
  }
  return part;
}

// The shape that covers exactly these pixels.
std::optional<Figure> figure_of(const Part& part, Colour colour) {
  const auto [left, right] = std::ranges::minmax_element(part, {}, &Pixel::x);
  const auto [top, bottom] = std::ranges::minmax_element(part, {}, &Pixel::y);
  Figure figure{.colour = colour, .x = left->x, .y = top->y};
  figure.size = std::max(right->x - left->x, bottom->y - top->y) + 1;
  if (figure.size < kSmallest || figure.size > kLargest) return std::nullopt;
  for (int outline = 0; outline < kOutlines; ++outline) {
    figure.outline = static_cast<Outline>(outline);
    const Matrix mask = mask_of(figure);
    const bool covered =
        std::ranges::all_of(part, [&](const Pixel& pixel) { return mask(pixel.y, pixel.x) > 0; });
    if (covered && mask.sum() == static_cast<float>(part.size())) return figure;
  }
  return std::nullopt;
}

}  // namespace

Reading read_picture(const Matrix& palette) {
  Matrix left = palette;
  Reading reading;
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      if (left(y, x) == 0) continue;
      const auto colour = static_cast<Colour>(static_cast<int>(left(y, x)) - 1);
      if (const auto figure = figure_of(take_part(left, x, y), colour)) {
        reading.scene.figures.push_back(*figure);
      } else {
        ++reading.parts_unread;
      }
    }
  }
  return reading;
}

Matrix nearest_palette(const Matrix& pixels) {
  Matrix palette(kSide, kSide);
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
    palette(pixel / kSide, pixel % kSide) = static_cast<float>(nearest - kPalette.begin());
  }
  return palette;
}

}  // namespace world
