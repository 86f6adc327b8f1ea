// image.h: reads a picture into pixels, and resizes it for a vision transformer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "engine/core/result.h"

namespace loaders {

// height * width * 3 bytes: red, green, blue; top row first.
struct Image {
  int width = 0;
  int height = 0;
  std::vector<uint8_t> rgb;
};

struct ImageSize {
  int width = 0;
  int height = 0;
  bool operator==(const ImageSize&) const = default;
};

// Limits: the longest side, and the total number of pixels (a photograph of 50 megapixels).
inline constexpr int kLongestSide = 16384;
inline constexpr int64_t kMostPixels = 50'000'000;

// Like Pillow's exif_transpose() and convert("RGB"), by which models were trained: what is transparent keeps
// its colour. Or as people see it: on white, and 16 bits of grey are read, too, which Pillow cuts at 255.
enum class ReadAs { kTrained, kSeen };

// PNG (8 and 16 bits, palette, grey), JPEG (colour, grey and for print), both rotated as in their Exif data,
// PPM (P6). Neither gamma nor a profile is applied. Checks the size in the file's header before allocating
// memory. Errors: those of MappedFile::open, and with path: error.image_format, error.image_size (width,
// height, side, megapixels), error.image_deep_grey, error.image_ppm, error.image_broken (detail).
engine::Result<Image> read_image(const std::filesystem::path& path, ReadAs as = ReadAs::kTrained);

// As above, from bytes; `path` is for errors.
engine::Result<Image> decode_image(std::span<const std::byte> bytes, const std::string& path,
                                   ReadAs as = ReadAs::kTrained);

// The size from the header, after rotation, without decoding.
engine::Result<ImageSize> image_size(std::span<const std::byte> bytes, const std::string& path);

// How an old pixel counts for a new one, by Pillow's numbers: `resample` in a preprocessor_config.json.
enum class Filter { kNearest, kLanczos, kBilinear, kBicubic, kBox, kHamming };
inline constexpr int kFilters = 6;

// Each new pixel is a weighted mean of all old pixels that it covers (the filter is as wide as the scale), so
// that downscaling skips nothing, but for kNearest, which takes one of them: equal to Pillow's resize, to the
// last bit. Both sides at least 1 and at most kLongestSide, the image not empty.
Image resize(const Image& image, int width, int height, Filter filter = Filter::kBilinear);

}  // namespace loaders
