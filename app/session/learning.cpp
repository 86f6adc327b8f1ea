// learning.cpp: what a document says of a run of training.
#include "app/session/learning.h"

#include <algorithm>
#include <vector>

#include "app/document/learning/trainings.h"
#include "app/session/examples.h"

namespace app {
namespace {

using engine::Plan;

// The model of the plan at a step, in the place of what was there. Keeps what is typed and what is shown.
void use_moment(Document& document, const Plan& plan, int step) {
  document.config = plan.recipe.config;
  document.config.model = engine::ModelKind::kCheckpoint;
  document.config.checkpoint = engine::name_of_moment(plan, step);
  document.padded.clear();
  document.order.clear();
  document.generated.clear();
  document.generated_ids.clear();
  document.ids.clear();
  document.target_ids.clear();
  document.segments.clear();
  document.pair.clear();
  document.fed.clear();
  document.gradient.reset();
  document.is_batch = false;
  document.own_target = document.config.has_target();
  document.target.clear();
}

bool is_of_task(const Document& document, const Plan& plan) {
  if (document.trainings.empty() || !engine::is_training(document.config.checkpoint)) return false;
  const auto run = trainings::opened(document.trainings.front());
  return run && run->task().name() == plan.task->name() && run->plan().data == plan.data;
}

// A sentence that shows the task's pattern, where it can be seen.
void show_task(Document& document, const Plan& plan) {
  document.image.clear();
  const std::vector<std::string> sentences = plan.task->shown();
  document.text = sentences.empty() ? "" : sentences.front();
  document.focus.stage = stage_of_pattern(plan);
  document.focus.pinned.reset();
  document.focus.token.reset();
}

}  // namespace

Plan plan_of(const engine::Task& task) {
  return {engine::lasting(task), std::nullopt, task.recipe()};
}

Plan first_plan() {
  return plan_of(*engine::find_task("phrase"));
}

std::string stage_of_pattern(const Plan& plan) {
  const engine::Config& config = plan.recipe.config;
  const std::string name(plan.task->name());
  const auto example = std::ranges::find(
      examples(), name, [](const Example& row) { return std::string_view(row.document.config.checkpoint); });
  const bool has_shape = example != examples().end() && !plan.data &&
                         example->document.config.n_heads == config.n_heads &&
                         example->document.config.encoder_layers == config.encoder_layers &&
                         example->document.config.decoder_layers == config.decoder_layers;
  if (has_shape) return example->document.focus.stage;
  const auto last = [](engine::Index layers) {
    return std::to_string(std::max<engine::Index>(layers, 1) - 1);
  };
  if (config.has_target()) return "decoder." + last(config.decoder_layers) + ".cross.head.0.weights";
  return config.has_decoder() ? "decoder." + last(config.decoder_layers) + ".self.head.0.weights"
                              : "encoder." + last(config.encoder_layers) + ".self.head.0.weights";
}

void set_trainings(State& state, std::span<const Plan> plans, size_t shown) {
  Document& document = state.document;
  const Plan& plan = plans[shown];
  const bool is_known = is_of_task(document, plan);
  document.trainings.clear();
  for (const Plan& one : plans) document.trainings.push_back(engine::name_of(one));
  use_moment(document, plan, 0);
  if (!is_known) show_task(document, plan);
}

void show_moment(State& state, const Plan& plan, int step) {
  Document& document = state.document;
  const std::string name = engine::name_of_moment(plan, step);
  if (engine::is_same_run(name, document.config.checkpoint)) {
    document.config.checkpoint = name;
  } else {
    use_moment(document, plan, step);
  }
}

}  // namespace app
