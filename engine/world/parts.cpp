// parts.cpp: a flood from each pixel, and a comparison with every shape of its size.
#include "engine/world/parts.h"

#include <algorithm>
#include <array>

namespace world {
namespace {

// The pixels that hang together with (x, y); they are taken off the picture.
Part take_part(Matrix& palette, int x, int y) {
  constexpr std::array<PartPixel, 4> kBeside = {{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
  const float colour = palette(y, x);
  Part part{.colour = static_cast<Colour>(static_cast<int>(colour) - 1), .pixels = {{x, y}}};
  palette(y, x) = 0;
  for (size_t i = 0; i < part.pixels.size(); ++i) {
    for (const PartPixel& step : kBeside) {
      const PartPixel next{part.pixels[i].x + step.x, part.pixels[i].y + step.y};
      const bool is_inside = next.x >= 0 && next.y >= 0 && next.x < palette.cols() && next.y < palette.rows();
      if (!is_inside || palette(next.y, next.x) != colour) continue;
      palette(next.y, next.x) = 0;
      part.pixels.push_back(next);
    }
  }
  return part;
}

size_t pixels_covered(const Figure& figure) {
  size_t count = 0;
  for (int y = figure.y; y < figure.y + figure.size; ++y) {
    for (int x = figure.x; x < figure.x + figure.size; ++x) count += covers(figure, x, y) ? 1U : 0U;
  }
  return count;
}

}  // namespace

std::vector<Part> parts_of(const Matrix& palette) {
  Matrix left = palette;
  std::vector<Part> parts;
  for (int y = 0; y < left.rows(); ++y) {
    for (int x = 0; x < left.cols(); ++x) {
      if (left(y, x) != 0) parts.push_back(take_part(left, x, y));
    }
  }
  return parts;
}

std::optional<Figure> figure_of(const Part& part) {
  const auto [left, right] = std::ranges::minmax_element(part.pixels, {}, &PartPixel::x);
  const auto [top, bottom] = std::ranges::minmax_element(part.pixels, {}, &PartPixel::y);
  Figure figure{.colour = part.colour, .x = left->x, .y = top->y};
  figure.size = std::max(right->x - left->x, bottom->y - top->y) + 1;
  if (figure.size < kSmallest || figure.size > kLargest) return std::nullopt;
  for (int outline = 0; outline < kOutlines; ++outline) {
    figure.outline = static_cast<Outline>(outline);
    const bool is_covered = std::ranges::all_of(
        part.pixels, [&](const PartPixel& pixel) { return covers(figure, pixel.x, pixel.y); });
    if (is_covered && pixels_covered(figure) == part.pixels.size()) return figure;
  }
  return std::nullopt;
}

}  // namespace world
