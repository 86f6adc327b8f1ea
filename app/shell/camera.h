// camera.h: a film's pictures, captured from the real interface.
#pragma once

#include "app/export/picture.h"

namespace app {

// What a film shows: the stage as Present draws it, its panel, or the window.
enum class FilmPanel { kPresent, kStage, kWindow };

class Camera {
 public:
  Camera() = default;
  virtual ~Camera() = default;
  Camera(const Camera&) = delete;
  Camera& operator=(const Camera&) = delete;

  virtual int frames() const = 0;
  // All of one size. Redrawn only if it differs from the previous picture.
  virtual const exporter::Picture& picture(int frame) = 0;
};

}  // namespace app
