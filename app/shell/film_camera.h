// film_camera.h: captures the film of a stage, frame by frame, from the real interface.
#pragma once

#include <optional>
#include <tuple>

#include "app/session/playback.h"
#include "app/shell/camera.h"
#include "app/shell/offscreen.h"

namespace app {

class FilmCamera : public Camera {
 public:
  // The session of `offscreen` must focus a stage in the stage view.
  FilmCamera(Offscreen& offscreen, int frames_per_second, double speed, FilmPanel panel);

  // The last one shows the whole stage.
  int frames() const override { return frames_; }
  const exporter::Picture& picture(int frame) override;
  // How many were drawn so far.
  int drawn() const { return drawn_; }

 private:
  double position_of(int frame) const;
  void draw(double position);

  Offscreen& offscreen_;
  int frames_per_second_;
  double speed_;
  FilmPanel panel_;
  PlayPlan plan_;
  int frames_ = 0;
  int drawn_ = 0;
  // What the picture shows: its step, how much of that has appeared, and whether it is past all steps.
  std::optional<std::tuple<std::optional<engine::Index>, double, bool>> shown_;
  exporter::Picture picture_;
};

}  // namespace app
