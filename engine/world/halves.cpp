// halves.cpp: what the middle line cuts, against what stands there in the end.
#include "engine/world/halves.h"

#include <algorithm>

#include "engine/world/parts.h"

namespace world {
namespace {

bool is_cut(const Figure& figure) {
  return figure.y < kMiddle && figure.y + figure.size > kMiddle;
}

bool completes(const Figure& drawn, const Figure& cut) {
  return drawn.colour == cut.colour && drawn.y == cut.y && drawn.y + drawn.size > kMiddle &&
         drawn.x < cut.x + cut.size && cut.x < drawn.x + drawn.size;
}

// Whether the pixels are all that a figure has above the middle line.
bool is_upper_part(const Part& part, const Figure& figure) {
  size_t above = 0;
  for (int y = figure.y; y < std::min(figure.y + figure.size, kMiddle); ++y) {
    for (int x = figure.x; x < figure.x + figure.size; ++x) above += covers(figure, x, y) ? 1U : 0U;
  }
  return above == part.pixels.size() && std::ranges::all_of(part.pixels, [&](const PartPixel& pixel) {
           return covers(figure, pixel.x, pixel.y);
         });
}

// Whether some shape, cut by the middle line, has this part above it.
bool can_be_completed(const Part& part) {
  const int top = std::ranges::min(part.pixels, {}, &PartPixel::y).y;
  Figure figure{.colour = part.colour, .y = top};
  for (int outline = 0; outline < kOutlines; ++outline) {
    figure.outline = static_cast<Outline>(outline);
    for (figure.size = std::max(kSmallest, kMiddle - top + 1); figure.size <= kLargest; ++figure.size) {
      for (figure.x = 0; figure.x + figure.size <= kSide; ++figure.x) {
        if (is_upper_part(part, figure)) return true;
      }
    }
  }
  return false;
}

}  // namespace

CutShapes cut_shapes(const Scene& there, const Scene& drawn) {
  CutShapes counted;
  for (const Figure& figure : there.figures) {
    if (!is_cut(figure)) continue;
    ++counted.all;
    if (std::ranges::any_of(drawn.figures, [&](const Figure& other) { return completes(other, figure); }))
      ++counted.completed;
  }
  return counted;
}

bool has_possible_half(const Matrix& palette) {
  const std::vector<Part> parts = parts_of(palette.topRows(kMiddle));
  return std::ranges::all_of(
      parts, [](const Part& part) { return figure_of(part).has_value() || can_be_completed(part); });
}

}  // namespace world
