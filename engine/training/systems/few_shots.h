// few_shots.h: what a few labelled pictures teach a detector that stays as it is. Yang et al. 2020, sec. 3.3.
#pragma once

#include <span>
#include <vector>

#include "engine/training/systems/system_task.h"
#include "engine/world/targets.h"

namespace engine {

// What the detector says of the figure that a picture is labelled for.
struct ShotReading {
  Matrix boxes;  // (4, 12): the scores of the boxes that answer for it, the first again where there are fewer
  Matrix around;    // (16, 12): those around, of the whole picture
  Index count = 0;  // boxes that answer
  int novel_class = 0;
};

// The detector's readings of these scenes.
std::vector<ShotReading> read_novel(const SystemParameters& parameters,
                                    std::span<const world::NovelScene> scenes);

// So many labelled scenes of each class, drawn anew for each number.
std::vector<world::NovelScene> draw_shots(int shots, int draw);
// Scenes that no draw has.
std::vector<world::NovelScene> held_out_novel(int count);

// The classes as learned from a few readings: 300 steps over all of them, from the classes' mean directions;
// with context, of three starts of its maps the one that fits these readings best.
class FewShots {
 public:
  // `detector` gives the parameters of the detector, which the result shares. `has_context`: whether boxes
  // may ask what is around them.
  FewShots(const SystemParameters& detector, std::span<const ShotReading> shots, bool has_context);

  // The detector's and these, for the whole system.
  const SystemParameters& parameters() const { return parameters_; }
  // What of the system is off in it.
  const SystemSettings& settings() const { return settings_; }
  // The part of all boxes that get the right class.
  double accuracy(std::span<const ShotReading> readings) const;

 private:
  SystemSettings settings_;
  SystemParameters parameters_;
};

}  // namespace engine
