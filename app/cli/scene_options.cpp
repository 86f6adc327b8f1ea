// scene_options.cpp: a scene in words, by number, or somebody's own picture made as small as the world.
#include "app/cli/scene_options.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "engine/loaders/image.h"
#include "engine/world/checker.h"
#include "engine/world/scene_text.h"

namespace app {
namespace {

using engine::Index;
using engine::Result;

constexpr world::SceneRules kOneIsLargest = {.one_is_largest = true};

GivenPicture drawn_picture(world::Scene scene) {
  GivenPicture picture{.pixels = world::pixels_of(scene)};
  picture.scene = std::move(scene);
  return picture;
}

// The largest square in the middle.
loaders::Image square_of(const loaders::Image& image) {
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

Result<GivenPicture> own_picture(const std::string& path) {
  const auto image = loaders::read_image(path);
  if (!image) return image.error();
  const loaders::Image small = loaders::resize(square_of(*image), world::kSide, world::kSide);
  engine::Matrix pixels(Index{world::kSide} * world::kSide, 3);
  for (Index i = 0; i < pixels.size(); ++i)
    pixels.data()[i] = static_cast<float>(small.rgb[static_cast<size_t>(i)]) / 127.5F - 1;
  const engine::Matrix palette = world::nearest_palette(pixels);
  GivenPicture own{.pixels = world::palette_pixels(palette),
                   .done = "gallery.own_picture",
                   .width = image->width,
                   .height = image->height};
  world::Reading reading = world::read_picture(palette);
  if (reading.is_legal()) own.scene = std::move(reading.scene);
  return own;
}

}  // namespace

Result<GivenPicture> read_scene(const ParsedOptions& given) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kAsTyped = {
      {{"--scene", "--scene"}, {"--scene-seed", "--scene-seed"}, {kSceneImage, "--image"}}};
  std::string_view first;
  for (const auto& [option, typed] : kAsTyped) {
    if (!given.has(option)) continue;
    if (!first.empty())
      return engine::Error{"error.options_together",
                           {{"first", std::string(first)}, {"second", std::string(typed)}}};
    first = typed;
  }
  if (const auto text = given.find("--scene")) {
    auto scene = world::parse_scene(*text);
    if (!scene) return scene.error();
    return drawn_picture(*std::move(scene));
  }
  if (const auto path = given.find(kSceneImage)) return own_picture(*path);
  const auto seed = whole_number(given, "--scene-seed", 0, std::numeric_limits<uint32_t>::max(), 0);
  if (!seed) return seed.error();
  return drawn_picture(world::draw_scene(*seed, 0, kOneIsLargest));
}

}  // namespace app
