// session_film.cpp: the film of a stage: which cell is made now, and when the next one is.
#include <algorithm>

#include "app/document/document_labs.h"
#include "app/session/session.h"
#include "app/session/steps.h"

namespace app {

std::optional<PlayPlan> Session::play_plan() const {
  const int stage = focused_stage();
  if (!desk_.playback.is_open || stage < 0 || document().focus.view != "stage") return std::nullopt;
  const auto& token = document().focus.token;
  const engine::Stage& played = trace_->stage(stage);
  if (!token || !played.rows_are().counts_tokens()) return PlayPlan(*trace_, stage);
  return PlayPlan(*trace_, stage, std::min(*token, played.rows - 1));
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
  const Playback& playback = desk_.playback;
  const auto plan = playback.is_playing ? play_plan() : std::nullopt;
  return plan ? std::optional(plan->next_change(playback.position) / playback.speed) : std::nullopt;
}

// Moves what plays on by the time since the last frame. Another stage begins anew.
void Session::play(double now) {
  Playback& playback = desk_.playback;
  const auto plan = play_plan();
  if (!playback.is_open) played_stage_.clear();
  if (!plan) {
    playback.is_playing = false;
    played_at_.reset();
    return;
  }
  const std::string& here = trace_->stage(focused_stage()).address;
  if (!played_stage_.empty() && here != played_stage_) playback.position = 0;
  played_stage_ = here;
  if (playback.is_playing && played_at_) {
    const double seconds = plan->seconds_at(playback.position) + (now - *played_at_) * playback.speed;
    playback.position = plan->position_at(seconds);
    if (playback.position >= plan->length() && playback.loops) playback.position = 0;
    playback.is_playing = playback.position < plan->length();
  }
  playback.position = std::clamp(playback.position, 0.0, plan->length());
  played_at_ = playback.is_playing ? std::optional(now) : std::nullopt;
}

}  // namespace app
