// picture.h: pixels as a PNG file's bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace exporter {

// width * height * 4 bytes: red, green, blue, alpha (opaque pictures only); top row first.
struct Picture {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgba;
};

std::string encode_png(const Picture& picture);

}  // namespace exporter
