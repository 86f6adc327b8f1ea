// image_fit.h: how a picture of any size becomes the square that a vision transformer reads.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "engine/core/matrix.h"
#include "engine/loaders/image.h"

namespace loaders {

using engine::Index;

// First resized, then cut out of the middle, as in a preprocessor_config.json. By default resized to the
// model's square, whatever its shape.
struct ImageFit {
  bool resizes = true;
  Filter filter = Filter::kBilinear;
  std::optional<ImageSize> sides;  // both given; without them and `shortest`, the model's
  int shortest = 0;                // of the two sides, the longer one following; 0: not given
  int longest = 0;                 // with `shortest`: what the longer side may be at most; 0: not given
  std::optional<ImageSize> crop;   // black where it reaches beyond the picture
  bool operator==(const ImageFit&) const = default;
};

// The size after resizing, before the crop, of a model that reads side x side pixels. Sides as large as
// int64.
struct WideSize {
  int64_t width = 0;
  int64_t height = 0;
};
WideSize resized_size(ImageSize from, const ImageFit& fit, int side);

// The image format that a model expects: size x size pixels of three colours or of one grey, made by `fit`,
// each v of 0 to 255 mapped to (v * rescale - mean) / deviation per channel, cut into squares of patch x
// patch.
struct ImageInput {
  Index size = 224;
  Index patch = 16;
  Index channels = 3;  // 1: grey; only the first mean and deviation count
  std::array<float, 3> mean{0.5F, 0.5F, 0.5F};
  std::array<float, 3> deviation{0.5F, 0.5F, 0.5F};
  double rescale = 1.0 / 255;
  ImageFit fit = {};
  std::string example = {};  // path of the picture that comes with the model; empty: none does
};

// The square of input.size pixels, grey if the model reads grey. `path` is for errors, each with path, width
// and height: error.image_stretched if it would become too large on the way, error.image_fit (size) if what
// comes out is of another size than the model reads.
engine::Result<Image> fitted(const Image& image, const ImageInput& input, const std::string& path);

}  // namespace loaders
