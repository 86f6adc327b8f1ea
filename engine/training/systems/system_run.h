// system_run.h: a vision system that learns, step by step.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "engine/training/adamw.h"
#include "engine/training/systems/system_pass.h"

namespace engine {

// The same task, recipe and seed give the same numbers, bit for bit, on any number of cores.
class SystemRun {
 public:
  // `task` outlives the run.
  SystemRun(const SystemTask& task, const SystemRecipe& recipe);

  const SystemTask& task() const { return task_; }
  const SystemRecipe& recipe() const { return recipe_; }
  const SystemParameters& parameters() const { return parameters_; }
  int step() const { return optimiser_.state().steps; }
  bool is_done() const { return step() >= recipe_.steps; }

  // One step; its mean loss, before it.
  double advance();

  // Those of the newest step, a mean over its batch.
  const Gradients& gradients() const { return gradients_; }

  // At the end: takes the statistics of batch normalisation over pictures of the run.
  void take_statistics();

 private:
  using Examples = std::vector<SystemExample>;

  Examples examples_of(int step) const;
  // The loss of a chunk, summed; its gradients times `share`.
  double run_chunk(BatchRunner& runner, std::span<SystemExample> examples, float share, Gradients& gradients);
  void load(BatchRunner& runner, std::span<const SystemExample> examples) const;

  const SystemTask& task_;
  SystemRecipe recipe_;
  SystemParameters parameters_;
  std::unique_ptr<StepCare> care_;
  AdamW optimiser_;
  Gradients gradients_;
  LearningPlan learning_;
  std::vector<std::unique_ptr<BatchRunner>> runners_;  // one for each chunk
  std::vector<Gradients> parts_;                       // what each chunk says
};

}  // namespace engine
