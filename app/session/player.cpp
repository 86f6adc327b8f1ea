// player.cpp: from seconds to a position in the film.
#include "app/session/player.h"

#include <algorithm>

namespace app {

void Player::advance(Playback& playback, const std::optional<PlayPlan>& plan, const std::string& stage,
                     double now) {
  if (!playback.is_open) played_stage_.clear();
  if (!plan) {
    is_left_ = playback.is_open && !played_stage_.empty();
    playback.is_playing = false;
    played_at_.reset();
    return;
  }
  const bool is_other = !played_stage_.empty() && stage != played_stage_;
  // A film that stands still begins no other: the stage is whole until Play is pressed.
  if (is_other || is_left_) playback.position = playback.is_playing ? 0 : plan->length();
  is_left_ = false;
  played_stage_ = stage;
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
