// learning_input.cpp: --task, how far, and its recipe's options.
#include "app/cli/learning_input.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "app/cli/recipe_options.h"
#include "app/cli/train_query.h"
#include "app/session/learning.h"
#include "engine/training/recipe_settings.h"
#include "engine/training/run.h"

namespace app {
namespace {

// How far to train, not how long the recipe is.
constexpr std::string_view kStepsTaken = "taken --steps";
constexpr uint64_t kMostStepsTaken = 1'000'000;

}  // namespace

void prepare_learning(ParsedOptions& given) {
  if (!given.has("--task")) return;
  given.rename("--steps", kStepsTaken);
  set_recipe_apart(given);
}

std::optional<engine::Error> read_learning(const ParsedOptions& given, Document& document) {
  if (!given.has("--task"))
    return given.has("--steps") ? std::optional(without("--steps", "--task")) : std::nullopt;
  for (const char* const other : {"--model", "--session"}) {
    if (auto bad = exclusive(given, "--task", other)) return bad;
  }
  const std::string name = given.get("--task", "");
  const engine::Task* const task = engine::find_task(name);
  if (task == nullptr) return unknown_task(name);
  engine::Plan plan = plan_of(*task);
  if (auto bad = read_recipe_options(given, plan.recipe)) return bad;
  engine::fit_places(plan.recipe, *task);
  if (auto bad = engine::check_recipe(plan.recipe, *task)) return bad;
  ParsedOptions typed;
  if (given.has(kStepsTaken)) typed.set("--steps", given.every(kStepsTaken));
  const auto taken =
      whole_number(typed, "--steps", 0, kMostStepsTaken, static_cast<uint64_t>(plan.recipe.steps));
  if (!taken) return taken.error();
  const auto step = static_cast<int>(*taken);
  plan.recipe.steps = std::max(plan.recipe.steps, step);
  State state{document, {}};
  set_trainings(state, std::array{plan});
  show_moment(state, plan, step);
  if (given.has("--text")) state.document.text = document.text;
  state.document.focus.view = document.focus.view;
  document = std::move(state.document);
  return std::nullopt;
}

}  // namespace app
