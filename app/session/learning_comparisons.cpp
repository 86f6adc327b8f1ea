// learning_comparisons.cpp: the table, one row each.
#include "app/session/learning_comparisons.h"

#include <array>
#include <functional>

#include "app/session/learning.h"
#include "engine/training/recipe_settings.h"

namespace app {
namespace {

using engine::Index;
using engine::NormOrder;
using engine::Plan;
using engine::Recipe;

void set_whole(Recipe& recipe, std::string_view name, Index value) {
  std::get<engine::RecipeWhole>(engine::recipe_setting_named(name).value).set(recipe, value);
}

// The task's own recipe, changed.
Plan varied(std::string_view task, const std::function<void(Recipe&)>& change) {
  Plan plan = plan_of(*engine::find_task(task));
  change(plan.recipe);
  engine::fit_places(plan.recipe, *plan.task);
  return plan;
}

// Xiong et al. 2020: where the norm stands decides whether a deep model needs a warm-up.
Plan deep(NormOrder norm, int warmup) {
  return varied("grammar", [&](Recipe& recipe) {
    set_whole(recipe, "layers", 12);
    set_whole(recipe, "heads", 4);
    recipe.config.norm = norm;
    recipe.optimiser.rate = 3e-3;
    recipe.optimiser.warmup = warmup;
    recipe.optimiser.schedule = engine::RateSchedule::kConstant;
    recipe.batch = 32;
    recipe.steps = 160;
  });
}

std::vector<Plan> orders_of_the_norm() {
  return {deep(NormOrder::kPost, 0), deep(NormOrder::kPost, 60), deep(NormOrder::kPre, 0),
          deep(NormOrder::kB2T, 0)};
}

// Olsson et al. 2022: induction needs a head that looks back, and one behind it that uses what it found.
std::vector<Plan> one_layer_or_two() {
  const auto layers = [](Index count) {
    return varied("repeat", [&](Recipe& recipe) { set_whole(recipe, "layers", count); });
  };
  return {layers(1), layers(2)};
}

std::vector<Plan> three_seeds() {
  std::vector<Plan> plans;
  for (const uint64_t seed : {0U, 1U, 2U})
    plans.push_back(varied("phrase", [&](Recipe& recipe) { recipe.seed = seed; }));
  return plans;
}

std::vector<Plan> three_rates() {
  std::vector<Plan> plans;
  for (const double rate : {2e-4, 2e-3, 5e-2})
    plans.push_back(varied("phrase", [&](Recipe& recipe) { recipe.optimiser.rate = rate; }));
  return plans;
}

constexpr std::array<LearningComparison, 4> kAll = {{{"learning.compare.norm", orders_of_the_norm, true},
                                                     {"learning.compare.layers", one_layer_or_two},
                                                     {"learning.compare.rates", three_rates},
                                                     {"learning.compare.seeds", three_seeds}}};

}  // namespace

std::span<const LearningComparison> learning_comparisons() {
  return kAll;
}

}  // namespace app
