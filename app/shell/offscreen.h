// offscreen.h: the real interface without a window: for pictures, tests and measuring.
#pragma once

#include <memory>

#include "app/export/picture.h"
#include "app/session/session.h"
#include "engine/result.h"

namespace app {

struct ShotSize {
  int width = 1600;
  int height = 1000;
};

// The interface in an off-screen framebuffer. One at a time on a thread.
class Offscreen {
 public:
  // Errors: error.no_opengl, error.no_font, error.picture_size.
  static engine::Result<std::unique_ptr<Offscreen>> create(const State& state, ShotSize size);
  ~Offscreen();
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

  Session& session();
  // Lays a frame out, 1/60 s after the last; no pixel is drawn.
  void lay_out();
  // Draws what was laid out last, and waits until it is drawn.
  void render();
  exporter::Picture picture() const;

 private:
  struct Parts;
  explicit Offscreen(std::unique_ptr<Parts> parts);

  std::unique_ptr<Parts> parts_;
};

// Draws the interface of `state` and reads it back, as it is before a class where it is `presented`. Errors:
// as Offscreen::create.
engine::Result<exporter::Picture> take_shot(const State& state, ShotSize size, bool presented = false);

}  // namespace app
