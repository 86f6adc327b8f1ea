// training_camera.h: captures a stage through a training, a picture a snapshot, from the real interface.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/document/learning/recorded_run.h"
#include "app/shell/camera.h"
#include "app/shell/offscreen.h"
#include "engine/core/result.h"

namespace app {

// The kept models of a run up to one of its moments, ascending by step, and at last that moment.
struct FilmedMoments {
  std::vector<RecordedRun::Shared> models;
  int steps = 0;  // of the whole run
};

// Trains to a moment. `progress`: the fraction done. Errors: those of trainings::open_moment.
engine::Result<FilmedMoments> train_for_film(const std::string& last, const std::stop_token& stop,
                                             const std::function<void(double)>& progress);

class TrainingCamera : public Camera {
 public:
  // `hold`: how many pictures more than one the last moment stays. The session of `offscreen` must show the
  // stage view and a moment of the same run.
  TrainingCamera(Offscreen& offscreen, FilmedMoments moments, int hold, FilmPanel panel);

  int frames() const override { return static_cast<int>(moments_.models.size()) + hold_; }
  const exporter::Picture& picture(int frame) override;

 private:
  exporter::Picture draw(const std::string& moment);

  Offscreen& offscreen_;
  FilmedMoments moments_;
  int hold_;
  FilmPanel panel_;
  Focus focus_;  // a moment without its stage shows the nearest one, and the next one the stage again
  size_t shown_ = 0;
  exporter::Picture picture_;
};

}  // namespace app
