// image_fit.cpp: resizes and crops like the image processors of Hugging Face's library.
#include "engine/loaders/image_fit.h"

#include <algorithm>
#include <cmath>

#include "engine/core/quotable.h"

namespace loaders {
namespace {

using engine::Error;
using engine::Result;

// The brightness of a pixel: ITU-R BT.601, sec. 2.5.1, in whole numbers of 2^-16. Grey stays what it is.
uint8_t grey_of(const uint8_t* rgb) {
  constexpr uint32_t kRed = 19595;
  constexpr uint32_t kGreen = 38470;
  constexpr uint32_t kBlue = 7471;
  return static_cast<uint8_t>((kRed * rgb[0] + kGreen * rgb[1] + kBlue * rgb[2] + (1U << 15U)) >> 16U);
}

Image grey(Image image) {
  for (size_t i = 0; i < image.rgb.size(); i += 3)
    std::fill_n(image.rgb.begin() + static_cast<std::ptrdiff_t>(i), 3, grey_of(&image.rgb[i]));
  return image;
}

// The sides with the shorter one given: image_transforms.get_resize_output_image_size, and
// get_size_with_aspect_ratio where the longer one has a limit. Python's int() cuts, its round() goes to even.
WideSize by_shortest(ImageSize from, const ImageFit& fit) {
  const double width = from.width;
  const double height = from.height;
  int64_t shortest = fit.shortest;
  double exact = fit.shortest;
  const double ratio = std::max(width, height) / std::min(width, height);
  if (fit.longest > 0 && ratio * exact > fit.longest) {
    exact = fit.longest * std::min(width, height) / std::max(width, height);
    shortest = std::llrint(exact);
  }
  const auto longer = [&](double side, double other) { return static_cast<int64_t>(exact * side / other); };
  if (fit.longest > 0 && std::min(from.width, from.height) == shortest) return {from.width, from.height};
  return from.width <= from.height ? WideSize{shortest, longer(height, width)}
                                   : WideSize{longer(width, height), shortest};
}

// The rounding of a half goes down, so that what is missing comes first.
int middle(int from, int to) {
  return static_cast<int>(std::floor((from - to) / 2.0));
}

Image cropped(const Image& image, ImageSize size) {
  Image result{size.width, size.height, {}};
  result.rgb.resize(static_cast<size_t>(size.width) * static_cast<size_t>(size.height) * 3);
  const int left = middle(image.width, size.width);
  const int top = middle(image.height, size.height);
  const int begin = std::max(left, 0);
  const int end = std::min(left + size.width, image.width);
  for (int row = std::max(top, 0); row < std::min(top + size.height, image.height); ++row) {
    const auto from = static_cast<std::ptrdiff_t>(row) * image.width + begin;
    const auto to = static_cast<std::ptrdiff_t>(row - top) * size.width + begin - left;
    std::copy_n(image.rgb.begin() + from * 3, (end - begin) * 3, result.rgb.begin() + to * 3);
  }
  return result;
}

// Memory on the way: the rows of the old picture, each as wide as the new one.
bool is_resizable(const Image& image, WideSize to) {
  return to.width >= 1 && to.height >= 1 && to.width <= kLongestSide && to.height <= kLongestSide &&
         to.width * std::max<int64_t>(to.height, image.height) <= 2 * kMostPixels;
}

Error bad_size(const char* key, const std::string& path, WideSize size) {
  return {key,
          {{"path", engine::quotable(path, engine::kLongestPath)},
           {"width", std::to_string(size.width)},
           {"height", std::to_string(size.height)}}};
}

}  // namespace

WideSize resized_size(ImageSize from, const ImageFit& fit, int side) {
  if (!fit.resizes) return {from.width, from.height};
  if (fit.shortest > 0) return by_shortest(from, fit);
  const ImageSize to = fit.sides.value_or(ImageSize{side, side});
  return {to.width, to.height};
}

Result<Image> fitted(const Image& image, const ImageInput& input, const std::string& path) {
  const auto side = static_cast<int>(input.size);
  const WideSize to = resized_size({image.width, image.height}, input.fit, side);
  if (!is_resizable(image, to)) return bad_size("error.image_stretched", path, to);
  const ImageSize end =
      input.fit.crop.value_or(ImageSize{static_cast<int>(to.width), static_cast<int>(to.height)});
  if (end != ImageSize{side, side}) {
    Error error = bad_size("error.image_fit", path, {end.width, end.height});
    error.arguments.emplace_back("size", std::to_string(side));
    return error;
  }
  const bool is_grey = input.channels == 1;
  Image square = is_grey ? grey(image) : image;
  if (to.width != image.width || to.height != image.height)
    square = resize(square, static_cast<int>(to.width), static_cast<int>(to.height), input.fit.filter);
  return input.fit.crop ? cropped(square, *input.fit.crop) : square;
}

}  // namespace loaders
