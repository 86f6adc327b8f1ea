// canvas.cpp: places shapes on a larger picture, and counts those that lie wholly inside.
#include "engine/world/canvas.h"

#include <algorithm>
#include <vector>

#include "engine/world/parts.h"

namespace world {
namespace {

constexpr int kFewest = 4;
constexpr int kMost = 8;
constexpr int kTriesOnCanvas = 80;

}  // namespace

Matrix draw_canvas(uint64_t seed, uint64_t index) {
  const engine::RandomStream stream(seed, "canvas");
  engine::Draw choices(stream, index);
  const auto wanted = static_cast<size_t>(kFewest + choices.below(kMost - kFewest + 1));
  std::vector<Figure> figures;
  for (int i = 0; i < kTriesOnCanvas && figures.size() < wanted; ++i) {
    const Figure figure = draw_figure(choices, kCanvasSide);
    if (std::ranges::all_of(figures, [&](const Figure& other) { return are_apart(figure, other); }))
      figures.push_back(figure);
  }
  Matrix palette = Matrix::Zero(kCanvasSide, kCanvasSide);
  for (const Figure& figure : figures) lay(figure, palette);
  return palette;
}

InnerParts inner_parts(const Matrix& palette) {
  InnerParts counted;
  for (const Part& part : parts_of(palette)) {
    const bool touches = std::ranges::any_of(part.pixels, [&](const PartPixel& pixel) {
      return pixel.x == 0 || pixel.y == 0 || pixel.x == palette.cols() - 1 || pixel.y == palette.rows() - 1;
    });
    if (touches) continue;
    ++counted.parts;
    if (figure_of(part)) ++counted.shapes;
  }
  return counted;
}

}  // namespace world
