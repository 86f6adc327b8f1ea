// world_colours.cpp: as on the screen, so in files.
#include "app/look/world_colours.h"

#include <algorithm>
#include <array>

namespace look {
namespace {

constexpr double kDimmed = 0.4;  // of a picture's light where a map has no weight; all of it at the largest
constexpr double kLaid = 0.45;   // of white there: the shapes keep their colours

// Ground, circle, square, triangle, smaller.
constexpr std::array<Rgb, world::kPixelClasses> kClassColours = {{{0.1F, 0.1F, 0.1F},
                                                                  {0.95F, 0.62F, 0.1F},
                                                                  {0.35F, 0.7F, 0.9F},
                                                                  {0.8F, 0.47F, 0.65F},
                                                                  {0.55F, 0.55F, 0.55F}}};

// Light on the dark ground, none that of a shape; told apart by colour-blind eyes, too.
constexpr std::array<Rgb, 5> kQueryColours = {rgb(0x28D2FF), rgb(0xA046FF), rgb(0xB97800), rgb(0xE6328C),
                                              rgb(0xFFFFA0)};

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

Rgb under_weight(const Rgb& pixel, double share) {
  const double white = kLaid * share;
  const double light = (1 - white) * (kDimmed + (1 - kDimmed) * share);
  const auto mixed = [&](float part) { return static_cast<float>(light * part + white); };
  return {mixed(pixel.r), mixed(pixel.g), mixed(pixel.b)};
}

}  // namespace look
