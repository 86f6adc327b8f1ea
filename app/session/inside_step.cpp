// inside_step.cpp: the step is taken once more, beside the run.
#include "app/session/inside_step.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "engine/core/parallel.h"

namespace app {

InsideStep::InsideStep(const InsideStep& other, engine::WeightPlace place)
    : before_(other.before_), place_(place), detail_(other.detail()) {}

engine::WeightPlace largest_gradient(const engine::StepDetail& detail, std::span<const size_t> tensors) {
  engine::WeightPlace place;
  float largest = -1;
  for (const size_t tensor : tensors) {
    engine::Index row = 0;
    engine::Index column = 0;
    const float here = detail.gradients[tensor].cwiseAbs().maxCoeff(&row, &column);
    if (here > largest) place = {tensor, row, column};
    largest = std::max(largest, here);
  }
  return place;
}

std::optional<engine::WeightPlace> InsideStep::place() const {
  const std::lock_guard lock(mutex_);
  return place_;
}

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
  std::vector<size_t> tensors(found->gradients.size());
  std::iota(tensors.begin(), tensors.end(), size_t{0});
  const engine::WeightPlace chosen = place().value_or(largest_gradient(*found, tensors));
  auto update =
      engine::weight_update(*from.task, from.recipe.optimiser, *from.model, from.state, *found, chosen);
  if (engine::stop_requested() || !update) return;
  const std::lock_guard lock(mutex_);
  place_ = chosen;
  update_ = std::make_shared<const engine::WeightUpdate>(*std::move(update));
}

}  // namespace app
