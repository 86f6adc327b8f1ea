// run.h: a model that learns a task, step by step.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "engine/core/result.h"
#include "engine/training/adamw.h"
#include "engine/training/batch_pass.h"
#include "engine/training/recipe.h"
#include "engine/training/task.h"
#include "engine/training/trained_model.h"

namespace engine {

// What a step did.
struct StepReport {
  int step = 0;                // its number, from 0
  double loss = 0;             // mean over the rows that were asked for something, before the step
  double rate = 0;             // learning rate
  double gradient_length = 0;  // before clipping
};

// The first setting of a recipe with which `task` cannot be learned: errors of check_recipe_settings() and
// of check() of config.h, and error.recipe_vocabulary (vocabulary, tokens), error.recipe_width (d_model,
// heads), error.recipe_places (places, context).
std::optional<Error> check_recipe(const Recipe& recipe, const Task& task);

// The examples of step number `step`, from 0.
std::vector<TaskCase> batch_of_step(const Task& task, const Recipe& recipe, int step);

// What a batch's loss is divided by: its rows with a label, 1 if it has none.
Index divisor_of(const std::vector<TaskCase>& batch);

// The same task, recipe and seed give the same numbers, bit for bit, on any number of cores.
class TrainingRun {
 public:
  // `recipe` must pass check_recipe(); `task` outlives the run.
  TrainingRun(const Task& task, const Recipe& recipe);

  const Task& task() const { return task_; }
  const Recipe& recipe() const { return recipe_; }
  // The model of the moment. Its numbers change with each step: copy them to keep them.
  const TrainedModel& model() const { return model_; }
  // Steps taken so far.
  int step() const { return optimiser_.state().steps; }
  bool is_done() const { return step() >= recipe_.steps; }

  // One step. Nullopt, with nothing changed, if `stop` was requested; error.training_diverged (step) if the
  // loss or the gradient is no finite number, and nothing changed.
  std::optional<Result<StepReport>> advance(const std::stop_token& stop = {});

  // From the next step on; needs a rate that check_recipe() allows.
  void change_rate(double rate);

  // The gradients of the newest step, summed over its batch and divided by its rows.
  const Gradients& gradients() const { return gradients_; }
  // The loss of each of its examples, before the step.
  const std::vector<BatchLoss>& losses() const { return losses_; }

  // To go on with a run: the parameters and what the optimiser remembers.
  const OptimiserState& optimiser() const { return optimiser_.state(); }
  void restore(const std::vector<Matrix>& parameters, OptimiserState state);

 private:
  bool run_batch(const std::vector<TaskCase>& cases, const std::stop_token& stop, double& loss);
  BatchLoss run_chunk(std::span<const TaskCase> cases, float share, const std::stop_token& stop,
                      Gradients& gradients, std::span<BatchLoss> losses);
  std::unique_ptr<BatchPass> take_pass();
  void give_back(std::unique_ptr<BatchPass> pass);
  void add_parts();

  const Task& task_;
  Recipe recipe_;
  TrainedModel model_;
  AdamW optimiser_;
  Gradients gradients_;
  std::vector<BatchLoss> losses_;
  Index chunk_ = 0;  // examples that go through the model together
  std::shared_ptr<const BatchPlan> plan_;
  std::mutex taking_;
  std::vector<std::unique_ptr<BatchPass>> free_passes_;  // the last used is last: its room is in the cache
  std::vector<Gradients> parts_;                         // what each chunk says
};

// The number of examples that go through a model together: so many that products are large, and so few that
// their numbers stay in the cache.
Index chunk_examples(const Task& task);

// The numbers of a square of the task's pictures; 0: it has tokens.
Index patch_values(const Task& task);

}  // namespace engine
