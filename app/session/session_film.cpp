// session_film.cpp: the film of a stage: which cell is computed now, and when the next one is.
#include <algorithm>

#include "app/document/labs/labs.h"
#include "app/session/session.h"
#include "app/session/steps.h"

namespace app {

std::optional<PlayPlan> Session::play_plan() const {
  const int stage = focused_stage();
  if (!desk_.playback.is_open || stage < 0 || document().focus.view != "stage") return std::nullopt;
  const auto& token = document().focus.token;
  const engine::Stage& played = trace()->stage(stage);
  if (!token || !played.rows_are().counts_tokens()) return PlayPlan(*trace(), stage);
  return PlayPlan(*trace(), stage, std::min(*token, played.rows - 1));
}

std::optional<PlayStep> Session::play_step() const {
  const auto plan = play_plan();
  const auto step = plan ? plan->at(desk_.playback.position) : std::nullopt;
  return step ? std::optional(plan->step(*step)) : std::nullopt;
}

std::optional<PlayStep> Session::explained_step() const {
  const bool is_hovered = hovered_ || hover_.stage >= 0;
  return is_hovered ? std::nullopt : play_step();
}

std::optional<double> Session::plays_on_in() const {
  if (desk_.lab_played && lab_named(document().focus.view) != nullptr) return kLabSeconds;
  if (desk_.learning.is_playing) return kLearningSeconds;
  const Playback& playback = desk_.playback;
  const auto plan = playback.is_playing ? play_plan() : std::nullopt;
  return plan ? std::optional(plan->next_change(playback.position) / playback.speed) : std::nullopt;
}

void Session::play(double now) {
  const auto plan = play_plan();
  player_.advance(desk_.playback, plan, plan ? trace()->stage(focused_stage()).address : "", now);
}

}  // namespace app
