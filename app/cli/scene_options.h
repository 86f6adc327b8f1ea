// scene_options.h: which picture of the world of shapes a command reads.
#pragma once

#include <array>
#include <optional>

#include "app/cli/options.h"
#include "engine/core/result.h"
#include "engine/labs/gallery/gallery_lab.h"
#include "engine/world/picture.h"

namespace app {

inline constexpr std::array kSceneOptions = {
    Option{"--scene", "TEXT", "help.scene"},
    Option{"--scene-seed", "N", "help.scene_seed"},
    Option{"--image", "FILE", "help.scene_image"},
};
// What stands in the place of INPUT's option --image, under a name that INPUT does not know.
inline constexpr std::string_view kSceneImage = "scene --image";

// A picture, and what was done to make it one.
struct GivenPicture {
  world::Picture picture;
  std::string
      done;  // what became of somebody's own picture, a text key with `width` and `height`; else empty
  int width = 0;
  int height = 0;
};

// Without any of the options, the first scene that is drawn. Errors: those of parse_scene() and read_image(),
// error.options_together, error.option_whole.
engine::Result<GivenPicture> read_scene(const ParsedOptions& given);

// What the options for the number of examples and for their draw are called.
struct ShotOptions {
  std::string_view shots;
  std::string_view draw;
};
// Reads them, where they are given. Errors error.option_whole, error.option_choice.
std::optional<engine::Error> read_shots(const ParsedOptions& given, const ShotOptions& options,
                                        engine::ShotChoice& shots);

// What the options of a drawing are called.
struct DrawingOptions {
  std::string_view caption;
  std::string_view seed;
  std::string_view temperature;
};
// Reads them, where they are given. Errors: those of parse_caption(), error.option_whole,
// error.option_number.
std::optional<engine::Error> read_drawing(const ParsedOptions& given, const DrawingOptions& options,
                                          engine::DrawingChoice& drawing);

}  // namespace app
