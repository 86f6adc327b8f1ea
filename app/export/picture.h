// picture.h: pixels as a PNG file's bytes, and back.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/result.h"

namespace exporter {

// width * height * 4 bytes: red, green, blue, alpha (opaque pictures only); the top row first.
struct Picture {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgba;
};

std::string encode_png(const Picture& picture);

// Error error.cannot_read (path: empty, detail) where the bytes are no PNG.
engine::Result<Picture> decode_png(std::string_view bytes);

}  // namespace exporter
