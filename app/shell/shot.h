// shot.h: a picture of the real interface without a window: for slides, tests and looking.
#pragma once

#include <string>

#include "app/export/picture.h"
#include "app/session/requests.h"
#include "engine/result.h"

namespace app {

struct ShotSize {
  int width = 1600;
  int height = 1000;
};

// Draws the interface of `state` off-screen and reads it back. Errors: error.no_opengl, error.no_font,
// error.picture_size.
engine::Result<exporter::Picture> take_shot(const State& state, ShotSize size);

}  // namespace app
