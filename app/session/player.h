// player.h: the clock of a stage's film.
#pragma once

#include <optional>
#include <string>

#include "app/session/desk.h"
#include "app/session/playback.h"

namespace app {

class Player {
 public:
  // Advances playback by the time since the last call, in seconds. `stage`: the address of the stage of
  // `plan`; of a different stage, or after a view without films, the film starts over if it plays and is at
  // its end if not. Without a plan nothing plays.
  void advance(Playback& playback, const std::optional<PlayPlan>& plan, const std::string& stage, double now);

 private:
  std::string played_stage_;         // the address that the position refers to; empty: none
  bool is_left_ = false;             // the film was open when there was no plan
  std::optional<double> played_at_;  // when it was last advanced, in seconds
};

}  // namespace app
