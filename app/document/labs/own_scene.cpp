// own_scene.cpp: cuts, scales and gives every pixel a colour of the palette.
#include "app/document/labs/own_scene.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "engine/loaders/image.h"
#include "engine/world/checker.h"

namespace app {
namespace {

loaders::Image middle_square(const loaders::Image& image) {
  const int side = std::min(image.width, image.height);
  const int left = (image.width - side) / 2;
  const int top = (image.height - side) / 2;
  loaders::Image square{.width = side, .height = side};
  for (int row = 0; row < side; ++row) {
    const auto* const from =
        image.rgb.data() + 3 * ((top + row) * static_cast<std::ptrdiff_t>(image.width) + left);
    square.rgb.insert(square.rgb.end(), from, from + 3 * static_cast<std::ptrdiff_t>(side));
  }
  return square;
}

}  // namespace

Arguments size_arguments(const OwnScene& own) {
  return {{"width", std::to_string(own.width)}, {"height", std::to_string(own.height)}};
}

engine::Result<OwnScene> read_own_scene(const std::string& path) {
  const auto image = loaders::read_image(path, loaders::ReadAs::kSeen);
  if (!image) return image.error();
  const loaders::Image small = loaders::resize(middle_square(*image), world::kSide, world::kSide);
  engine::Matrix pixels(world::kPixels, 3);
  for (engine::Index i = 0; i < pixels.size(); ++i)
    pixels.data()[i] = static_cast<float>(small.rgb[static_cast<size_t>(i)]) / 127.5F - 1;
  const engine::Matrix palette = world::nearest_palette(pixels);
  OwnScene own{world::picture_of_palette(palette), image->width, image->height};
  world::settle(own.picture);
  return own;
}

}  // namespace app
