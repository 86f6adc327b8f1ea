// image.h: reads a picture into pixels, and makes it smaller or larger, as a vision transformer needs it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "engine/core/result.h"

namespace loaders {

// height * width * 3 bytes: red, green, blue; the top row first.
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

// What is read: no side longer, no more pixels in all (a photograph of 50 megapixels).
inline constexpr int kLongestSide = 16384;
inline constexpr int64_t kMostPixels = 50'000'000;

// PNG (8 and 16 bits, palette, grey; what is transparent lies on white), JPEG (colour and grey, turned as its
// Exif data say), PPM (P6). Colours are 8 bits of sRGB. The size is checked in the file's header before
// memory is taken. Errors: those of MappedFile::open, and with path: error.image_format, error.image_size
// (width, height, side, megapixels), error.image_cmyk, error.image_ppm, error.image_broken (detail).
engine::Result<Image> read_image(const std::filesystem::path& path);

// The same from bytes; `path` is for errors.
engine::Result<Image> decode_image(std::span<const std::byte> bytes, const std::string& path);

// What the header says, turned, without unpacking anything.
engine::Result<ImageSize> image_size(std::span<const std::byte> bytes, const std::string& path);

// Bilinear, each new pixel a weighted mean of all old pixels that it covers (a triangle as wide as the
// scale), so that nothing is skipped where a picture shrinks: as Pillow resizes, to the last bit. Both sides
// at least 1 and at most kLongestSide, the image not empty.
Image resize(const Image& image, int width, int height);

}  // namespace loaders
