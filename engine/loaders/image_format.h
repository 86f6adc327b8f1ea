// image_format.h: what each picture format offers image.cpp: first its size, then its pixels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "engine/core/result.h"
#include "engine/loaders/image.h"

namespace loaders {

// A picture whose header was read and nothing else: so its size is known before memory is taken.
class PackedImage {
 public:
  PackedImage() = default;
  PackedImage(const PackedImage&) = delete;
  PackedImage& operator=(const PackedImage&) = delete;
  virtual ~PackedImage() = default;

  virtual ImageSize size() const = 0;

  // How the picture is to be turned once it is unpacked; see image_orientation.h.
  virtual int orientation() const { return 1; }

  // Writes width * height * 3 bytes; returns what went wrong, empty where nothing did. Called once.
  virtual std::string unpack(uint8_t* rgb) = 0;
};

// `path` is for errors, and so is fit to be shown. Errors, each with path: error.image_broken (detail),
// error.image_cmyk, error.image_ppm.
using OpenedImage = engine::Result<std::unique_ptr<PackedImage>>;
OpenedImage open_png(std::span<const std::byte> bytes, const std::string& path);
OpenedImage open_jpeg(std::span<const std::byte> bytes, const std::string& path);
OpenedImage open_ppm(std::span<const std::byte> bytes, const std::string& path);

}  // namespace loaders
