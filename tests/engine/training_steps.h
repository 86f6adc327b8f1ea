// training_steps.h: steps of training that are taken, and described beside.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/training/step_detail.h"
#include "engine/training/task.h"

namespace engine {

struct StepCase {
  std::string task;
  int step = 0;
  bool is_clipped = false;

  std::string name() const {
    return task + "AtStep" + std::to_string(step) + (is_clipped ? "Clipped" : "NotClipped");
  }
  Recipe recipe() const {
    Recipe recipe = find_task(task)->recipe();
    recipe.batch = 30;  // two chunks of phrase
    recipe.optimiser.clip = is_clipped ? 0.05 : 1e3;
    return recipe;
  }
};

inline std::vector<StepCase> step_cases() {
  std::vector<StepCase> cases;
  for (const char* task : {"phrase", "repeat"}) {
    for (const int step : {0, 1, 30}) {
      for (const bool is_clipped : {false, true}) cases.push_back({task, step, is_clipped});
    }
  }
  return cases;
}

inline TrainingRun& taken_to(TrainingRun& run, int step) {
  while (run.step() < step) EXPECT_TRUE(run.advance().value().ok());
  return run;
}

// A run up to a step; what is said of that step; and the run after it.
struct TakenStep {
  explicit TakenStep(const StepCase& of)
      : run(*find_task(of.task), of.recipe()),
        before(run.model(), taken_to(run, of.step).model().numbers()),
        state_before(run.optimiser()),
        detail(*step_detail(run.task(), run.recipe(), before, state_before).value()),
        report(*run.advance().value()) {}

  TrainingRun run;
  TrainedModel before;
  OptimiserState state_before;
  StepDetail detail;
  StepReport report;
};

// Taken once for all tests of a program.
inline const TakenStep& taken_step(const StepCase& of) {
  static std::map<std::string, TakenStep> taken;
  return taken.try_emplace(of.name(), of).first->second;
}

}  // namespace engine
