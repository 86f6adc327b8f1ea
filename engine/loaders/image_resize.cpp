// image_resize.cpp: each new pixel is a weighted mean of the old ones under it, first along rows, then along
// columns. Turkowski 1990, "Filters for common resampling tasks"; rounded like Pillow.
#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

#include "engine/loaders/image.h"

namespace loaders {
namespace {

// Weights are multiples of 2^-22: 255 times their sum stays below 2^31.
constexpr int kWeightBits = 22;

// The old pixels of a new one: one weight each, starting at `first`, with sum 2^22 up to rounding.
struct Mix {
  int first = 0;
  std::vector<int> weights;
};

// The mixes to resize a side from `from` to `to` pixels.
std::vector<Mix> mixes(int from, int to) {
  const double scale = static_cast<double>(from) / to;
  // Half the width of the triangle: one pixel when enlarging, more when shrinking.
  const double support = std::max(scale, 1.0);
  std::vector<Mix> list(static_cast<size_t>(to));
  for (int i = 0; i < to; ++i) {
    const double centre = (i + 0.5) * scale;
    const int first = std::max(static_cast<int>(std::lround(centre - support)), 0);
    const int end = std::min(static_cast<int>(std::lround(centre + support)), from);
    std::vector<double> heights;
    double sum = 0;
    for (int pixel = first; pixel < end; ++pixel) {
      const double distance = std::abs((pixel - centre + 0.5) / support);
      heights.push_back(std::max(1 - distance, 0.0));
      sum += heights.back();
    }
    Mix& mix = list[static_cast<size_t>(i)];
    mix.first = first;
    for (const double height : heights)
      mix.weights.push_back(static_cast<int>(std::lround(height / sum * (1 << kWeightBits))));
  }
  return list;
}

// One colour value of a new pixel, from old values `step` apart.
uint8_t mixed(const Mix& mix, const uint8_t* from, size_t step) {
  int sum = 1 << (kWeightBits - 1);
  from += static_cast<size_t>(mix.first) * step;
  for (const int weight : mix.weights) {
    sum += weight * *from;
    from += step;
  }
  return static_cast<uint8_t>(std::min(sum >> kWeightBits, 255));
}

}  // namespace

Image resize(const Image& image, int width, int height) {
  assert(image.width > 0 && image.height > 0);
  assert(width > 0 && height > 0 && width <= kLongestSide && height <= kLongestSide);
  const auto columns = static_cast<size_t>(width);
  const auto rows = static_cast<size_t>(image.height);
  Image narrow{width, image.height, std::vector<uint8_t>(columns * rows * 3)};
  const std::vector<Mix> across = mixes(image.width, width);
  uint8_t* to = narrow.rgb.data();
  for (size_t row = 0; row < rows; ++row) {
    const uint8_t* const from = image.rgb.data() + row * static_cast<size_t>(image.width) * 3;
    for (const Mix& mix : across) {
      for (size_t colour = 0; colour < 3; ++colour) *to++ = mixed(mix, from + colour, 3);
    }
  }
  Image resized{width, height, std::vector<uint8_t>(columns * static_cast<size_t>(height) * 3)};
  to = resized.rgb.data();
  for (const Mix& mix : mixes(image.height, height)) {
    for (size_t i = 0; i < columns * 3; ++i) *to++ = mixed(mix, narrow.rgb.data() + i, columns * 3);
  }
  return resized;
}

}  // namespace loaders
