// image_patches.cpp: from pixels to rows of values.
#include "engine/loaders/image_patches.h"

#include <cassert>

namespace loaders {

engine::Matrix patches_of(const Image& square, const ImageInput& input) {
  constexpr Index kColours = 3;
  const Index side = input.size / input.patch;
  assert(side * input.patch == input.size);
  assert(square.width == input.size && square.height == input.size);
  engine::Matrix patches(side * side, input.channels * input.patch * input.patch);
  for (Index y = 0; y < input.size; ++y) {
    for (Index x = 0; x < input.size; ++x) {
      const Index row = y / input.patch * side + x / input.patch;
      const Index within = y % input.patch * input.patch + x % input.patch;
      const uint8_t* const pixel = &square.rgb[static_cast<size_t>((y * input.size + x) * kColours)];
      for (Index channel = 0; channel < input.channels; ++channel) {
        const auto c = static_cast<size_t>(channel);
        const auto value = static_cast<float>(pixel[c] * input.rescale);
        patches(row, channel * input.patch * input.patch + within) =
            (value - input.mean.at(c)) / input.deviation.at(c);
      }
    }
  }
  return patches;
}

}  // namespace loaders
