// session_learning.cpp: the window's model follows a run of training.
#include <algorithm>

#include "app/session/session.h"

namespace app {

size_t Session::shown_run() const {
  const Document& now = document();
  const auto found = std::ranges::find_if(
      now.trainings, [&](const std::string& run) { return engine::is_same_run(run, now.config.checkpoint); });
  return found == now.trainings.end() ? 0 : static_cast<size_t>(found - now.trainings.begin());
}

void Session::learn() {
  const Document& now = document();
  LearningState& wanted = desk_.learning;
  const bool shows_one = now.config.model == engine::ModelKind::kCheckpoint &&
                         engine::is_training(now.config.checkpoint) && !now.trainings.empty();
  if (!shows_one) wanted.is_playing = false;
  learner_->follow({.names = now.trainings,
                    .least = engine::step_of(now.config.checkpoint).value_or(0),
                    .shown = shown_run(),
                    .is_playing = wanted.is_playing,
                    .single_steps = wanted.single_steps,
                    .remembers = wanted.page == kStepPage});
  if (wanted.is_playing && (learner_->has_ended() || learner_->error())) wanted.is_playing = false;
  const RecordedRun::Shared newest = learner_->take_newest();
  if (!shows_one) return;
  if (newest && wanted.is_live) moment_ = newest;
  // Changes of the rate are part of a run's name.
  std::vector<std::string> names;
  for (const trainings::Run& run : learner_->runs()) names.push_back(engine::name_of(run->plan()));
  history_.follow_training(newest && wanted.is_live ? newest->path : now.config.checkpoint,
                           names.empty() ? now.trainings : names);
}

}  // namespace app
