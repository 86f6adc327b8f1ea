// offscreen.h: the real interface without a window: for pictures, tests and measurements.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "app/export/picture.h"
#include "app/session/session.h"
#include "engine/core/result.h"

namespace app {

struct ShotSize {
  int width = 1600;
  int height = 1000;
};

// The interface in an off-screen framebuffer. One at a time per thread.
class Offscreen {
 public:
  // Errors: error.no_opengl, error.no_font, error.picture_size.
  static engine::Result<std::unique_ptr<Offscreen>> create(const State& state, ShotSize size);
  ~Offscreen();
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

  Session& session();
  // The address of the focused stage, or, if the view cannot show it, of the nearest one that it can.
  std::string shown_at() const;
  // Lays out a frame, 1/60 s after the last; draws no pixel.
  void lay_out();
  // Draws the last layout, and waits until it is done.
  void render();
  // Lays out and draws until no work in the background is asked for any longer.
  void draw_settled();
  exporter::Picture picture() const;
  // Only the panel with this name ("middle": the stage), from the last layout; everything if there is none.
  exporter::Picture picture_of(std::string_view panel) const;

 private:
  struct Parts;
  explicit Offscreen(std::unique_ptr<Parts> parts);

  std::unique_ptr<Parts> parts_;
};

// What a picture does if its view cannot show the focused stage: stay there, or go to the nearest one that it
// can show.
enum class Looks { kAtFocus, kAtNearest };

// Draws the interface of `state`, with the overlays of `desk`, and reads it back. Errors: as
// Offscreen::create.
engine::Result<exporter::Picture> take_shot(const State& state, ShotSize size, const Desk& desk = {},
                                            Looks looks = Looks::kAtFocus);

}  // namespace app
