// scene_options.cpp: a scene in words, by number, or somebody's own picture made as small as the world.
#include "app/cli/scene_options.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "app/document/labs/own_scene.h"
#include "engine/world/scene_text.h"

namespace app {
namespace {

using engine::Result;

constexpr world::SceneRules kOneIsLargest = {.one_is_largest = true};

GivenPicture drawn_picture(world::Scene scene) {
  GivenPicture given;
  given.picture.scene = std::move(scene);
  return given;
}

Result<GivenPicture> own_picture(const std::string& path) {
  const auto own = read_own_scene(path);
  if (!own) return own.error();
  return GivenPicture{.picture = own->picture,
                      .done = std::string(kOwnSceneWords),
                      .width = own->width,
                      .height = own->height};
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

std::optional<engine::Error> read_shots(const ParsedOptions& given, const ShotOptions& options,
                                        engine::ShotChoice& shots) {
  const auto count =
      whole_number(given, options.shots, 1, engine::kShotCounts.back(), static_cast<uint64_t>(shots.count));
  if (!count) return count.error();
  if (std::ranges::find(engine::kShotCounts, static_cast<int>(*count)) == engine::kShotCounts.end()) {
    std::vector<std::string> choices;
    choices.reserve(engine::kShotCounts.size());
    for (const int each : engine::kShotCounts) choices.push_back(std::to_string(each));
    return not_a_choice(options.shots, given.get(options.shots, ""), choices);
  }
  const auto draw =
      whole_number(given, options.draw, 0, engine::kLastDraw, static_cast<uint64_t>(shots.draw));
  if (!draw) return draw.error();
  shots.count = static_cast<int>(*count);
  shots.draw = static_cast<int>(*draw);
  return std::nullopt;
}

std::optional<engine::Error> read_drawing(const ParsedOptions& given, const DrawingOptions& options,
                                          engine::DrawingChoice& drawing) {
  if (const auto text = given.find(options.caption)) {
    const auto caption = world::parse_caption(*text);
    if (!caption) return caption.error();
    drawing.caption = *caption;
  }
  const auto seed = whole_number(given, options.seed, 0, std::numeric_limits<uint32_t>::max(), drawing.seed);
  if (!seed) return seed.error();
  const auto temperature = number(given, options.temperature, 0, engine::kHottest, drawing.temperature);
  if (!temperature) return temperature.error();
  drawing.seed = *seed;
  drawing.temperature = *temperature;
  return std::nullopt;
}

}  // namespace app
