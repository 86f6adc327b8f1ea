// image.cpp: detects the format, checks the size, then decodes the pixels.
#include "engine/loaders/image.h"

#include <string_view>
#include <utility>

#include "engine/core/quotable.h"
#include "engine/loaders/image_format.h"
#include "engine/loaders/image_orientation.h"
#include "engine/loaders/mapped_file.h"

namespace loaders {
namespace {

using engine::Error;
using engine::Result;

// By the first bytes: file names can lie.
OpenedImage open(std::span<const std::byte> bytes, const std::string& path, ReadAs as) {
  const std::string_view file(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (file.starts_with("\x89PNG\r\n\x1a\n")) return open_png(bytes, path, as);
  if (file.starts_with("\xFF\xD8\xFF")) return open_jpeg(bytes, path);
  if (file.starts_with("P6")) return open_ppm(bytes, path);
  return Error{"error.image_format", {{"path", path}}};
}

std::string shown(const std::string& path) {
  return engine::quotable(path, engine::kLongestPath);
}

bool is_readable(ImageSize size) {
  const auto pixels = static_cast<int64_t>(size.width) * size.height;
  return size.width >= 1 && size.height >= 1 && size.width <= kLongestSide && size.height <= kLongestSide &&
         pixels <= kMostPixels;
}

}  // namespace

Result<Image> decode_image(std::span<const std::byte> bytes, const std::string& path, ReadAs as) {
  const auto packed = open(bytes, shown(path), as);
  if (!packed) return packed.error();
  const ImageSize size = (*packed)->size();
  if (!is_readable(size)) {
    return Error{"error.image_size",
                 {{"path", shown(path)},
                  {"width", std::to_string(size.width)},
                  {"height", std::to_string(size.height)},
                  {"side", std::to_string(kLongestSide)},
                  {"megapixels", std::to_string(kMostPixels / 1'000'000)}}};
  }
  Image image{size.width, size.height, {}};
  image.rgb.resize(static_cast<size_t>(size.width) * static_cast<size_t>(size.height) * 3);
  if (std::string problem = (*packed)->unpack(image.rgb.data()); !problem.empty())
    return Error{"error.image_broken", {{"path", shown(path)}, {"detail", engine::quotable(problem)}}};
  const int orientation = (*packed)->orientation();
  return orientation == 1 ? image : turned(image, orientation);
}

Result<ImageSize> image_size(std::span<const std::byte> bytes, const std::string& path) {
  const auto packed = open(bytes, shown(path), ReadAs::kSeen);
  if (!packed) return packed.error();
  return turned_size((*packed)->size(), (*packed)->orientation());
}

Result<Image> read_image(const std::filesystem::path& path, ReadAs as) {
  return read_mapped(
      path, [&](std::span<const std::byte> bytes) { return decode_image(bytes, path.string(), as); });
}

}  // namespace loaders
