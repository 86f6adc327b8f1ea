// player.h: the clock of a stage's film.
#pragma once

#include <optional>
#include <string>

#include "app/session/desk.h"
#include "app/session/playback.h"

namespace app {

class Player {
 public:
  // Moves what plays on by the time since the last call, in seconds. `stage`: the address that `plan` is of;
  // another stage begins anew. Without a plan nothing plays.
  void advance(Playback& playback, const std::optional<PlayPlan>& plan, const std::string& stage, double now);

 private:
  std::string played_stage_;         // the address that the position is of; empty: none
  std::optional<double> played_at_;  // seconds: when it was moved on
};

}  // namespace app
