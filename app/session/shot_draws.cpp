// shot_draws.cpp: learns from one draw after the other.
#include "app/session/shot_draws.h"

#include "engine/core/parallel.h"
#include "engine/labs/gallery/system_weights.h"

namespace app {

void ShotDraws::measure() {
  const auto detector = engine::system_weights(engine::context_transformer_system(), true);
  if (!detector) return fail();
  while (!is_done() && !has_failed() && !engine::stop_requested()) {
    const engine::ShotChoice choice{.count = count_, .draw = static_cast<int>(measured().size())};
    const auto learn = [&](bool has_context) {
      return engine::learned_shots(*detector, choice, has_context)->accuracy;
    };
    const ShotDraw draw{learn(true), learn(false)};
    const std::scoped_lock lock(mutex_);
    draws_.push_back(draw);
  }
}

std::vector<ShotDraw> ShotDraws::measured() const {
  const std::scoped_lock lock(mutex_);
  return draws_;
}

}  // namespace app
