// image_orientation.cpp: finds the orientation in the Exif data of a JPEG or PNG, and applies it to a
// picture.
#include "engine/loaders/image_orientation.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

namespace loaders {
namespace {

constexpr size_t kBeyond = ~size_t{0};

// Reads integers from bytes; kBeyond past the end.
class Numbers {
 public:
  explicit Numbers(std::span<const std::byte> bytes, bool little = false) : bytes_(bytes), little_(little) {}

  size_t at(size_t begin, size_t width) const {
    if (bytes_.size() < width || begin > bytes_.size() - width) return kBeyond;
    size_t value = 0;
    for (size_t i = 0; i < width; ++i)
      value = value << 8U | std::to_integer<size_t>(bytes_[begin + (little_ ? width - 1 - i : i)]);
    return value;
  }

 private:
  std::span<const std::byte> bytes_;
  bool little_;
};

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// The value of tag 0x0112 in a TIFF's first directory, with entries of 12 bytes: tag, type, count, value.
int orientation_of(std::span<const std::byte> tiff) {
  constexpr size_t kTag = 0x0112;
  constexpr size_t kShort = 3;
  const Numbers numbers(tiff, text_of(tiff).starts_with("II"));
  const size_t directory = numbers.at(4, 4);
  const size_t count = directory == kBeyond ? kBeyond : numbers.at(directory, 2);
  if (count == kBeyond) return 1;
  for (size_t entry = directory + 2; entry < directory + 2 + count * 12; entry += 12) {
    if (numbers.at(entry, 2) != kTag || numbers.at(entry + 2, 2) != kShort) continue;
    const size_t value = numbers.at(entry + 8, 2);
    return value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
  }
  return 1;
}

}  // namespace

int exif_orientation(std::span<const std::byte> jpeg) {
  constexpr std::string_view kExif("Exif\0\0", 6);
  const Numbers numbers(jpeg);
  // Segments: a marker of two bytes, a length of two that includes itself. The picture's scan (DA) ends them.
  for (size_t at = 2; numbers.at(at, 2) != kBeyond && numbers.at(at, 2) != 0xFFDA;) {
    const size_t length = numbers.at(at + 2, 2);
    if (length == kBeyond || length < 2 || length > jpeg.size() - at - 2) return 1;
    const auto content = jpeg.subspan(at + 4, length - 2);
    if (numbers.at(at, 2) == 0xFFE1 && text_of(content).starts_with(kExif))
      return orientation_of(content.subspan(kExif.size()));
    at += 2 + length;
  }
  return 1;
}

int png_orientation(std::span<const std::byte> png) {
  constexpr size_t kSignature = 8;
  constexpr size_t kAround = 12;  // length, name and checksum of a chunk, 4 bytes each
  const Numbers numbers(png);
  for (size_t at = kSignature; numbers.at(at, 4) != kBeyond;) {
    const size_t length = numbers.at(at, 4);
    if (png.size() - at < kAround || length > png.size() - at - kAround) return 1;
    if (text_of(png.subspan(at + 4, 4)) == "eXIf") return orientation_of(png.subspan(at + 8, length));
    at += kAround + length;
  }
  return 1;
}

ImageSize turned_size(ImageSize size, int orientation) {
  if (orientation >= 5) std::swap(size.width, size.height);
  return size;
}

Image turned(const Image& image, int orientation) {
  const ImageSize size = turned_size({image.width, image.height}, orientation);
  // Whether the sensor's columns run from the right, and its rows from the bottom.
  const bool mirrored = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
  const bool upside_down = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
  Image result{size.width, size.height, std::vector<uint8_t>(image.rgb.size())};
  uint8_t* to = result.rgb.data();
  for (int row = 0; row < size.height; ++row) {
    for (int column = 0; column < size.width; ++column) {
      const int x = orientation >= 5 ? row : column;
      const int y = orientation >= 5 ? column : row;
      const auto from_x = static_cast<size_t>(mirrored ? image.width - 1 - x : x);
      const auto from_y = static_cast<size_t>(upside_down ? image.height - 1 - y : y);
      to = std::copy_n(image.rgb.data() + (from_y * static_cast<size_t>(image.width) + from_x) * 3, 3, to);
    }
  }
  return result;
}

}  // namespace loaders
