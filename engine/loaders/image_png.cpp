// image_png.cpp: PNG, with libpng's simplified interface, which converts every kind of PNG to 8-bit sRGB.
#include <png.h>

#include <utility>
#include <vector>

#include "engine/loaders/image_format.h"

namespace loaders {
namespace {

using engine::Error;

// A colour blended with white: unchanged at alpha 255. Rounded to nearest.
uint8_t on_white(unsigned colour, unsigned alpha) {
  return static_cast<uint8_t>((colour * alpha + 255 * (255 - alpha) + 127) / 255);
}

class PngImage final : public PackedImage {
 public:
  explicit PngImage(std::span<const std::byte> bytes) {
    image_.version = PNG_IMAGE_VERSION;
    png_image_begin_read_from_memory(&image_, bytes.data(), bytes.size());
    // 16-bit values are sRGB like 8-bit ones, not linear light.
    image_.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;
  }
  ~PngImage() override { png_image_free(&image_); }

  // The problem so far; empty if none.
  std::string problem() const { return PNG_IMAGE_FAILED(image_) ? image_.message : ""; }

  // A header with sizes above libpng's own limits never gets here.
  ImageSize size() const override {
    return {static_cast<int>(image_.width), static_cast<int>(image_.height)};
  }

  std::string unpack(uint8_t* rgb) override {
    if ((image_.format & PNG_FORMAT_FLAG_ALPHA) == 0) return finish(PNG_FORMAT_RGB, rgb);
    std::vector<uint8_t> rgba(size_t{4} * image_.width * image_.height);
    std::string problem = finish(PNG_FORMAT_RGBA, rgba.data());
    for (size_t i = 0; i < rgba.size(); i += 4) {
      for (size_t colour = 0; colour < 3; ++colour) *rgb++ = on_white(rgba[i + colour], rgba[i + 3]);
    }
    return problem;
  }

 private:
  std::string finish(png_uint_32 format, uint8_t* pixels) {
    image_.format = format;
    png_image_finish_read(&image_, nullptr, pixels, 0, nullptr);
    return problem();
  }

  png_image image_{};
};

}  // namespace

OpenedImage open_png(std::span<const std::byte> bytes, const std::string& path) {
  auto image = std::make_unique<PngImage>(bytes);
  if (std::string problem = image->problem(); !problem.empty())
    return Error{"error.image_broken", {{"path", path}, {"detail", std::move(problem)}}};
  return OpenedImage(std::move(image));
}

}  // namespace loaders
