// image.cpp: any bytes are refused as a picture with a reason, or give as many pixels as they say.
#include "engine/loaders/image.h"

#include <span>

#include "tests/fuzz/folder.h"
#include "tests/fuzz/png.h"

namespace {

// Larger ones are read in the tests; here they would only cost time.
constexpr int kMostPixelsHere = 4096;

void read(const std::string& file) {
  const std::span<const std::byte> bytes = std::as_bytes(std::span(file));
  const auto told = loaders::image_size(bytes, "file");
  if (told && static_cast<int64_t>(told->width) * told->height > kMostPixelsHere &&
      told->width <= loaders::kLongestSide && told->height <= loaders::kLongestSide) {
    return;
  }
  const auto image = loaders::decode_image(bytes, "file");
  if (!image) {
    require(image.error().key.starts_with("error.image_"), "a refusal names its reason");
    return;
  }
  require(told.ok() && *told == loaders::ImageSize{image->width, image->height}, "the header told the size");
  require(
      image->rgb.size() == size_t{3} * static_cast<size_t>(image->width) * static_cast<size_t>(image->height),
      "three colours a pixel");
  const loaders::Image small = loaders::resize(*image, 3, 2);
  require(small.rgb.size() == 18, "resized as was asked");
}

}  // namespace

std::vector<std::string> seeds() {
  std::vector<std::string> list = {"", "P6 1 1 255 abc", "P6 #\n2 1 65535\nabcdefghijkl",
                                   "P6 99999 99999 255 "};
  for (const char* name : {"rgb.png", "interlaced.png", "palette_alpha.png", "sixteen_bits.png",
                           "one_bit.png", "bomb.png", "rgb_turned.png", "rgb_key.png", "line.png", "rgb.jpg",
                           "progressive.jpg", "grey.jpg", "cmyk.jpg", "turned6.jpg"}) {
    list.push_back(fuzz::bytes_of(HEADLIGHT_TEST_DATA "/golden/images/" + std::string(name)));
  }
  return list;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string file(reinterpret_cast<const char*>(data), size);
  read(file);
  const std::string whole = fuzz::with_checksums(file);
  if (whole != file && file.starts_with("\x89PNG")) read(whole);
  return 0;
}
