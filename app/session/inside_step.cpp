// inside_step.cpp: the step is taken once more, beside the run.
#include "app/session/inside_step.h"

#include "engine/core/parallel.h"

namespace app {

InsideStep::InsideStep(const InsideStep& other, engine::WeightPlace place)
    : before_(other.before_), place_(place), detail_(other.detail()) {}

void InsideStep::fail() {
  const std::lock_guard lock(mutex_);
  has_failed_ = true;
}

bool InsideStep::has_failed() const {
  const std::lock_guard lock(mutex_);
  return has_failed_;
}

std::shared_ptr<const engine::StepDetail> InsideStep::detail() const {
  const std::lock_guard lock(mutex_);
  return detail_;
}

std::shared_ptr<const engine::WeightUpdate> InsideStep::update() const {
  const std::lock_guard lock(mutex_);
  return update_;
}

void InsideStep::measure() {
  if (is_done() || has_failed()) return;
  const StepBefore& from = *before_;
  auto found = detail();
  if (!found) {
    const auto detail = engine::step_detail(*from.task, from.recipe, *from.model, from.state);
    if (engine::stop_requested()) return;
    if (!detail || !*detail) return fail();
    found = std::make_shared<const engine::StepDetail>(**detail);
    const std::lock_guard lock(mutex_);
    detail_ = found;
  }
  auto update =
      engine::weight_update(*from.task, from.recipe.optimiser, *from.model, from.state, *found, place_);
  if (engine::stop_requested() || !update) return;
  const std::lock_guard lock(mutex_);
  update_ = std::make_shared<const engine::WeightUpdate>(*std::move(update));
}

}  // namespace app
