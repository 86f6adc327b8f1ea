// image_patches.cpp: from pixels to rows of values.
#include "engine/loaders/image_patches.h"

#include <cassert>

namespace loaders {

engine::Matrix patches_of(const Image& image, const ImageInput& input) {
  constexpr Index kColours = 3;
  const Index side = input.size / input.patch;
  assert(side * input.patch == input.size);
  const auto pixels = static_cast<int>(input.size);
  const bool fits = image.width == pixels && image.height == pixels;
  const Image square = fits ? image : resize(image, pixels, pixels);
  engine::Matrix patches(side * side, kColours * input.patch * input.patch);
  for (Index y = 0; y < input.size; ++y) {
    for (Index x = 0; x < input.size; ++x) {
      const Index row = y / input.patch * side + x / input.patch;
      const Index within = y % input.patch * input.patch + x % input.patch;
      for (Index colour = 0; colour < kColours; ++colour) {
        const auto c = static_cast<size_t>(colour);
        const uint8_t value = square.rgb[static_cast<size_t>((y * input.size + x) * kColours + colour)];
        patches(row, colour * input.patch * input.patch + within) =
            (static_cast<float>(value) * input.rescale - input.mean.at(c)) / input.deviation.at(c);
      }
    }
  }
  return patches;
}

}  // namespace loaders
