// image_patches.cpp: from pixels to rows of values.
#include "engine/loaders/image_patches.h"

#include <cassert>

namespace loaders {
namespace {

// The brightness of a pixel: ITU-R BT.601, sec. 2.5.1, in whole numbers of 2^-16. Grey stays what it is.
uint8_t grey_of(const uint8_t* rgb) {
  constexpr uint32_t kRed = 19595;
  constexpr uint32_t kGreen = 38470;
  constexpr uint32_t kBlue = 7471;
  return static_cast<uint8_t>((kRed * rgb[0] + kGreen * rgb[1] + kBlue * rgb[2] + (1U << 15U)) >> 16U);
}

}  // namespace

engine::Matrix patches_of(const Image& image, const ImageInput& input) {
  constexpr Index kColours = 3;
  const Index side = input.size / input.patch;
  assert(side * input.patch == input.size);
  const auto pixels = static_cast<int>(input.size);
  const bool fits = image.width == pixels && image.height == pixels;
  const Image square = fits ? image : resize(image, pixels, pixels);
  engine::Matrix patches(side * side, input.channels * input.patch * input.patch);
  for (Index y = 0; y < input.size; ++y) {
    for (Index x = 0; x < input.size; ++x) {
      const Index row = y / input.patch * side + x / input.patch;
      const Index within = y % input.patch * input.patch + x % input.patch;
      const uint8_t* const pixel = &square.rgb[static_cast<size_t>((y * input.size + x) * kColours)];
      for (Index channel = 0; channel < input.channels; ++channel) {
        const auto c = static_cast<size_t>(channel);
        const uint8_t value = input.channels == 1 ? grey_of(pixel) : pixel[c];
        patches(row, channel * input.patch * input.patch + within) =
            (static_cast<float>(value) * input.rescale - input.mean.at(c)) / input.deviation.at(c);
      }
    }
  }
  return patches;
}

}  // namespace loaders
