// image_resize.cpp: each new pixel is a weighted mean of the old ones under it, first along rows, then along
// columns. Turkowski 1990, "Filters for common resampling tasks"; rounded like Pillow.
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <numbers>
#include <vector>

#include "engine/loaders/image.h"

namespace loaders {
namespace {

// Weights are multiples of 2^-22: two bits are left for filters that go below 0 and above 1.
constexpr int kWeightBits = 22;

double sinc(double x) {
  const double angle = x * std::numbers::pi;
  return x == 0 ? 1 : std::sin(angle) / angle;
}

double lanczos(double x) {
  return x >= -3 && x < 3 ? sinc(x) * sinc(x / 3) : 0;
}

double triangle(double x) {
  return std::max(1 - std::abs(x), 0.0);
}

// Keys 1981, "Cubic convolution interpolation", eq. 15.
double cubic(double x) {
  constexpr double kSlope = -0.5;
  x = std::abs(x);
  if (x < 1) return ((kSlope + 2) * x - (kSlope + 3)) * x * x + 1;
  return x < 2 ? (((x - 5) * x + 8) * x - 4) * kSlope : 0;
}

double box(double x) {
  return x > -0.5 && x <= 0.5 ? 1 : 0;
}

// The window's constants are Pillow's, of single precision: with them, the peak is not quite 1.
double hamming(double x) {
  x = std::abs(x);
  if (x == 0) return 1;
  if (x >= 1) return 0;
  return sinc(x) * (double{0.54F} + double{0.46F} * std::cos(x * std::numbers::pi));
}

struct FilterShape {
  double support;  // half its width in pixels, when enlarging
  double (*height)(double);
};

// By the number of the filter; the nearest pixel is no mean.
constexpr std::array kShapes = {FilterShape{0, nullptr}, FilterShape{3, lanczos}, FilterShape{1, triangle},
                                FilterShape{2, cubic},   FilterShape{0.5, box},   FilterShape{1, hamming}};
static_assert(kShapes.size() == kFilters);

// The old pixels of a new one: one weight each, starting at `first`, with sum 2^22 up to rounding.
struct Mix {
  int first = 0;
  std::vector<int> weights;
};

// A filter is as wide as the scale, so that shrinking skips no pixel.
Mix mix_of(const FilterShape& shape, double centre, double scale, int from) {
  const double support = shape.support * scale;
  const double step = 1 / scale;
  Mix mix{.first = std::max(static_cast<int>(std::trunc(centre - support + 0.5)), 0)};
  const int end = std::min(static_cast<int>(std::trunc(centre + support + 0.5)), from);
  std::vector<double> heights;
  double sum = 0;
  for (int pixel = mix.first; pixel < end; ++pixel) {
    heights.push_back(shape.height((pixel - centre + 0.5) * step));
    sum += heights.back();
  }
  for (const double height : heights) {
    const double weight = (sum == 0 ? height : height / sum) * (1 << kWeightBits);
    mix.weights.push_back(static_cast<int>(weight + (weight < 0 ? -0.5 : 0.5)));
  }
  return mix;
}

// The only old pixel of each new one. The place grows by additions: where it comes to lie on an edge,
// rounding decides like Pillow's.
std::vector<Mix> nearest_mixes(int from, int to) {
  const double scale = static_cast<double>(from) / to;
  std::vector<Mix> list;
  double place = scale * 0.5;
  for (int i = 0; i < to; ++i, place += scale)
    list.push_back({std::min(static_cast<int>(place), from - 1), {1 << kWeightBits}});
  return list;
}

// The mixes to resize a side from `from` to `to` pixels.
std::vector<Mix> mixes(int from, int to, Filter filter) {
  if (filter == Filter::kNearest) return nearest_mixes(from, to);
  const double scale = static_cast<double>(from) / to;
  std::vector<Mix> list;
  for (int i = 0; i < to; ++i) {
    const FilterShape& shape = kShapes.at(static_cast<size_t>(filter));
    list.push_back(mix_of(shape, (i + 0.5) * scale, std::max(scale, 1.0), from));
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
  return static_cast<uint8_t>(std::clamp(sum >> kWeightBits, 0, 255));
}

}  // namespace

Image resize(const Image& image, int width, int height, Filter filter) {
  assert(image.width > 0 && image.height > 0);
  assert(width > 0 && height > 0 && width <= kLongestSide && height <= kLongestSide);
  const auto columns = static_cast<size_t>(width);
  const auto rows = static_cast<size_t>(image.height);
  Image narrow{width, image.height, std::vector<uint8_t>(columns * rows * 3)};
  const std::vector<Mix> across = mixes(image.width, width, filter);
  uint8_t* to = narrow.rgb.data();
  for (size_t row = 0; row < rows; ++row) {
    const uint8_t* const from = image.rgb.data() + row * static_cast<size_t>(image.width) * 3;
    for (const Mix& mix : across) {
      for (size_t colour = 0; colour < 3; ++colour) *to++ = mixed(mix, from + colour, 3);
    }
  }
  Image resized{width, height, std::vector<uint8_t>(columns * static_cast<size_t>(height) * 3)};
  to = resized.rgb.data();
  for (const Mix& mix : mixes(image.height, height, filter)) {
    for (size_t i = 0; i < columns * 3; ++i) *to++ = mixed(mix, narrow.rgb.data() + i, columns * 3);
  }
  return resized;
}

}  // namespace loaders
