// image_format.h: the interface of each picture format: first the size, then the pixels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "engine/core/result.h"
#include "engine/loaders/image.h"

namespace loaders {

// A picture with only its header read, so that its size is known before allocating memory.
class PackedImage {
 public:
  PackedImage() = default;
  PackedImage(const PackedImage&) = delete;
  PackedImage& operator=(const PackedImage&) = delete;
  virtual ~PackedImage() = default;

  virtual ImageSize size() const = 0;

  // How to rotate the picture after decoding; see image_orientation.h.
  virtual int orientation() const { return 1; }

  // Writes width * height * 3 bytes; returns the problem, empty if none. Call once.
  virtual std::string unpack(uint8_t* rgb) = 0;
};

// `path` is for errors, so it must be displayable. Errors, each with path: error.image_broken (detail),
// error.image_deep_grey, error.image_ppm.
using OpenedImage = engine::Result<std::unique_ptr<PackedImage>>;
OpenedImage open_png(std::span<const std::byte> bytes, const std::string& path, ReadAs as);
OpenedImage open_jpeg(std::span<const std::byte> bytes, const std::string& path);
OpenedImage open_ppm(std::span<const std::byte> bytes, const std::string& path);

}  // namespace loaders
