// learning.h: changes of a state to what is trained in the window, and to which of its moments is shown.
#pragma once

#include <span>
#include <string>

#include "app/session/requests.h"
#include "engine/training/moment.h"

namespace app {

// The plan that the window begins with: the task that is learned soonest.
engine::Plan first_plan();
// A task's own recipe.
engine::Plan plan_of(const engine::Task& task);

// Puts runs side by side, at their beginning; `shown`: whose model the window shows. A task that was not
// there before brings a sentence of its own, and the map in which its pattern can be seen.
void set_trainings(State& state, std::span<const engine::Plan> plans, size_t shown = 0);
// Shows the model of a run after some steps.
void show_moment(State& state, const engine::Plan& plan, int step);

// The stage at which a task's pattern can be seen.
std::string stage_of_pattern(const engine::Plan& plan);

}  // namespace app
