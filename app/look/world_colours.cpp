// world_colours.cpp: as on the screen, so in files.
#include "app/look/world_colours.h"

#include <algorithm>
#include <array>

#include "engine/world/checker.h"

namespace look {
namespace {

// Ground, circle, square, triangle, smaller.
constexpr std::array<Rgb, world::kPixelClasses> kClassColours = {{{0.1F, 0.1F, 0.1F},
                                                                  {0.95F, 0.62F, 0.1F},
                                                                  {0.35F, 0.7F, 0.9F},
                                                                  {0.8F, 0.47F, 0.65F},
                                                                  {0.55F, 0.55F, 0.55F}}};

// Light on the dark ground, none near that of a shape; told apart by colour-blind eyes, too.
constexpr std::array<Rgb, 5> kQueryColours = {rgb(0xDD00FF), rgb(0xBBCCFF), rgb(0x667700), rgb(0xCC0077),
                                              rgb(0xFFBB99)};

}  // namespace

Rgb pixel_colour(const engine::Matrix& pixels, engine::Index pixel) {
  const auto part = [&](engine::Index channel) {
    return std::clamp((pixels(pixel, channel) + 1) / 2, 0.0F, 1.0F);
  };
  return {part(0), part(1), part(2)};
}

Rgb class_colour(world::PixelClass of) {
  return kClassColours.at(static_cast<size_t>(of));
}

Rgb query_colour(engine::Index query) {
  return kQueryColours.at(static_cast<size_t>(query) % kQueryColours.size());
}

std::vector<PixelEdge> pixel_edges(const engine::Matrix& pixels) {
  const engine::Matrix palette = world::nearest_palette(pixels);
  std::vector<PixelEdge> edges;
  for (int row = 0; row < world::kSide; ++row) {
    for (int column = 0; column < world::kSide; ++column) {
      const float own = palette(row, column);
      if (column + 1 < world::kSide && palette(row, column + 1) != own) edges.push_back({row, column, false});
      if (row + 1 < world::kSide && palette(row + 1, column) != own) edges.push_back({row, column, true});
    }
  }
  return edges;
}

}  // namespace look
