// offscreen.h: the real interface without a window: for pictures, tests and measuring.
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

// The interface in an off-screen framebuffer. One at a time on a thread.
class Offscreen {
 public:
  // Errors: error.no_opengl, error.no_font, error.picture_size.
  static engine::Result<std::unique_ptr<Offscreen>> create(const State& state, ShotSize size);
  ~Offscreen();
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

  Session& session();
  // The address of the stage in focus, or where the view cannot show that, of the nearest that it can.
  std::string shown_at() const;
  // Lays a frame out, 1/60 s after the last; no pixel is drawn.
  void lay_out();
  // Draws what was laid out last, and waits until it is drawn.
  void render();
  exporter::Picture picture() const;
  // Only the panel of this name ("middle": the stage), as it was laid out last; all where there is none.
  exporter::Picture picture_of(std::string_view panel) const;

 private:
  struct Parts;
  explicit Offscreen(std::unique_ptr<Parts> parts);

  std::unique_ptr<Parts> parts_;
};

// Where a picture looks whose view cannot show the stage in focus: there, or at the nearest that it can show.
enum class Looks { kAtFocus, kAtNearest };

// Draws the interface of `state`, with what `desk` has over the window, and reads it back. Errors: as
// Offscreen::create.
engine::Result<exporter::Picture> take_shot(const State& state, ShotSize size, const Desk& desk = {},
                                            Looks looks = Looks::kAtFocus);

}  // namespace app
