// own_scene.h: somebody's own picture, made as small as the world of shapes.
#pragma once

#include <string>
#include <string_view>

#include "app/text/tr.h"
#include "engine/core/result.h"
#include "engine/world/picture.h"

namespace app {

struct OwnScene {
  world::Picture picture;
  int width = 0;  // of the file, in pixels
  int height = 0;
};

// What was done to it, a text key, and its arguments.
inline constexpr std::string_view kOwnSceneWords = "gallery.own_picture";
Arguments size_arguments(const OwnScene& own);

// The largest square in its middle, 16 x 16, every pixel the nearest of the palette; shapes, where it has
// nothing else. Errors: those of loaders::read_image().
engine::Result<OwnScene> read_own_scene(const std::string& path);

}  // namespace app
