// decoded.h: a PNG's pixels as the program draws them, to compare the two.
#pragma once

#include <gtest/gtest.h>

#include <span>
#include <string_view>

#include "app/export/picture.h"
#include "engine/loaders/image.h"

// An empty picture, and a failure, where the bytes are no PNG.
inline exporter::Picture decoded(std::string_view png) {
  const auto image = loaders::decode_image(std::as_bytes(std::span(png)), "");
  if (!image) {
    ADD_FAILURE() << image.error().key;
    return {};
  }
  exporter::Picture picture{image->width, image->height, {}};
  picture.rgba.reserve(image->rgb.size() / 3 * 4);
  for (size_t i = 0; i < image->rgb.size(); i += 3)
    picture.rgba.insert(picture.rgba.end(), {image->rgb[i], image->rgb[i + 1], image->rgb[i + 2], 255});
  return picture;
}
