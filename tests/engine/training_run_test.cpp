// What holds of every run: where it starts, that it can learn by heart, that nobody can tell how many cores
// it had or whether it was interrupted, and how it ends when it goes wrong.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/parallel.h"
#include "engine/training/record.h"
#include "engine/training/run.h"
#include "engine/training/snapshots.h"
#include "engine/training/task.h"
#include "tests/engine/scratch_folder.h"

namespace engine {
namespace {

const Task& task_named(std::string_view name) {
  const Task* const task = find_task(name);
  EXPECT_NE(task, nullptr) << name;
  return *task;
}

Recipe recipe_of(std::string_view task, int steps) {
  Recipe recipe = task_named(task).recipe();
  recipe.steps = steps;
  return recipe;
}

void take_steps(TrainingRun& run, int steps) {
  for (int i = 0; i < steps; ++i) {
    const auto report = run.advance();
    ASSERT_TRUE(report && report->ok());
  }
}

// Runs that are written to a file.
class TrainingState : public ScratchFolder {};

// Another task's first examples, again and again.
class ByHeart final : public Task {
 public:
  ByHeart(const Task& task, uint64_t examples) : task_(task), examples_(examples) {}

  std::string_view name() const override { return task_.name(); }
  const TaskVocabulary& vocabulary() const override { return task_.vocabulary(); }
  Index labels() const override { return task_.labels(); }
  Recipe recipe() const override { return task_.recipe(); }
  Index source_length() const override { return task_.source_length(); }
  Index target_length() const override { return task_.target_length(); }
  TaskCase example(uint64_t seed, uint64_t index) const override {
    return task_.example(seed, index % examples_);
  }
  const std::vector<TaskCase>& held_out() const override { return task_.held_out(); }
  std::span<const TaskGroup> groups() const override { return task_.groups(); }
  std::vector<std::string> shown() const override { return task_.shown(); }

 private:
  const Task& task_;
  uint64_t examples_;
};

TEST(TrainingRun, BeginsWhereAModelThatKnowsNothingDoes) {
  for (const Task* task : tasks()) {
    TrainingRun run(*task, task->recipe());
    const auto report = run.advance();
    ASSERT_TRUE(report && report->ok());
    const double knows_nothing = std::log(static_cast<double>(task->vocabulary().tokens.size()));
    EXPECT_NEAR((*report)->loss, knows_nothing, 0.7) << task->name();
  }
}

TEST(TrainingRun, LearnsEightExamplesByHeart) {
  const ByHeart task(task_named("reverse"), 8);
  Recipe recipe = recipe_of("reverse", 250);
  recipe.batch = 8;
  recipe.optimiser.rate = 4e-3;
  TrainingRun run(task, recipe);
  double loss = 1;
  while (!run.is_done()) loss = (*run.advance())->loss;
  EXPECT_LT(loss, 0.01);
}

TEST(TrainingRun, IsTheSameOnOneCoreAndOnTwo) {
  const Task& task = task_named("phrase");
  TrainingRun together(task, recipe_of("phrase", 5));
  TrainingRun alone(task, recipe_of("phrase", 5));
  take_steps(together, 5);
  {
    const Serial serial;
    take_steps(alone, 5);
  }
  EXPECT_EQ(together.model().numbers(), alone.model().numbers());
}

TEST(TrainingRun, OtherSeedsGiveOtherModels) {
  Recipe recipe = recipe_of("reverse", 2);
  TrainingRun one(task_named("reverse"), recipe);
  recipe.seed = 1;
  TrainingRun other(task_named("reverse"), recipe);
  EXPECT_NE(one.model().numbers(), other.model().numbers());
}

TEST_F(TrainingState, GoesOnAsIfItHadNotStopped) {
  const Task& task = task_named("reverse");
  TrainingRun whole(task, recipe_of("reverse", 8));
  take_steps(whole, 8);
  TrainingRun first(task, recipe_of("reverse", 8));
  take_steps(first, 3);
  const auto path = write("state.safetensors", state_bytes(first));
  TrainingRun second(task, recipe_of("reverse", 8));
  EXPECT_FALSE(restore_state(path, second));
  EXPECT_EQ(second.step(), 3);
  take_steps(second, 5);
  EXPECT_EQ(whole.model().numbers(), second.model().numbers());
}

TEST_F(TrainingState, ARefusedStateChangesNothing) {
  const Task& task = task_named("reverse");
  TrainingRun run(task, recipe_of("reverse", 8));
  const auto before = run.model().numbers();
  const TrainingRun other(task_named("numbers"), recipe_of("numbers", 8));
  const auto path = write("state.safetensors", state_bytes(other));
  EXPECT_TRUE(restore_state(path, run));
  EXPECT_EQ(run.model().numbers(), before);
}

// A token that no example has keeps its vector: embeddings do not decay.
TEST(TrainingRun, WhatNothingTouchesDoesNotMove) {
  const Task& task = task_named("reverse");
  TrainingRun run(task, recipe_of("reverse", 20));
  const Matrix before = *run.model().tensors().front().numbers;
  ASSERT_EQ(run.model().tensors().front().name.name, "embedding.weight");
  take_steps(run, 20);
  const Matrix& after = *run.model().tensors().front().numbers;
  const Index unknown = task.vocabulary().unknown;
  ASSERT_GE(unknown, 0);
  EXPECT_EQ(before.row(unknown), after.row(unknown));
  EXPECT_NE(before.row(after.rows() - 1), after.row(after.rows() - 1));
}

// A rate that is turned on the way.
TEST(RateChange, LeavesTheStepsBeforeItAsTheyWere) {
  constexpr int kTurnedAt = 3;
  const Recipe usual = recipe_of("reverse", 6);
  Recipe changed = usual;
  changed.optimiser.changes = {{kTurnedAt, 0.02}};
  TrainingRun run(task_named("reverse"), usual);
  TrainingRun turned(task_named("reverse"), changed);
  for (int step = 0; step < usual.steps; ++step) {
    EXPECT_EQ(run.model().numbers() == turned.model().numbers(), step <= kTurnedAt) << step;
    const auto report = run.advance();
    const auto other = turned.advance();
    ASSERT_TRUE(report && report->ok() && other && other->ok());
    const double factor = step < kTurnedAt ? 1 : 0.02 / usual.optimiser.rate;
    EXPECT_NEAR((*other)->rate, factor * (*report)->rate, 1e-12) << step;
  }
}

TEST(RateChange, TheNewestCounts) {
  OptimiserSettings settings;
  settings.warmup = 0;
  settings.schedule = RateSchedule::kConstant;
  settings.changes = {{2, 0.5}, {4, 0.25}};
  const std::vector<double> expected{settings.rate, settings.rate, 0.5, 0.5, 0.25, 0.25};
  for (size_t step = 0; step < expected.size(); ++step)
    EXPECT_EQ(learning_rate(settings, static_cast<int>(step), 6, 64), expected[step]) << step;
}

TEST(TrainingRun, SaysAtWhichStepItDiverged) {
  Recipe recipe = recipe_of("reverse", 200);
  recipe.optimiser.rate = 100;
  recipe.optimiser.warmup = 0;
  recipe.optimiser.clip = 0;
  recipe.config.norm = NormOrder::kPost;
  recipe.optimiser.decay = 10;
  TrainingRun run(task_named("reverse"), recipe);
  std::optional<Result<StepReport>> report;
  while (!run.is_done()) {
    report = run.advance();
    if (!report->ok()) break;
  }
  ASSERT_FALSE(report->ok());
  EXPECT_EQ(report->error().key, "error.training_diverged");
  EXPECT_EQ(report->error().arguments.front().second, std::to_string(run.step()));
}

TEST(TrainingRun, AStoppedStepChangesNothing) {
  TrainingRun run(task_named("reverse"), recipe_of("reverse", 5));
  take_steps(run, 1);
  const auto before = run.model().numbers();
  std::stop_source source;
  source.request_stop();
  EXPECT_FALSE(run.advance(source.get_token()));
  EXPECT_EQ(run.model().numbers(), before);
  EXPECT_EQ(run.step(), 1);
}

TEST(TrainingRun, RecipesThatCannotBeAreRefused) {
  const Task& task = task_named("reverse");
  EXPECT_FALSE(check_recipe(task.recipe(), task));
  Recipe recipe = task.recipe();
  recipe.config.n_heads = 3;
  EXPECT_EQ(check_recipe(recipe, task)->key, "error.recipe_width");
  recipe = task.recipe();
  recipe.config.positions = PositionKind::kLearned;
  recipe.config.context = 2;
  EXPECT_EQ(check_recipe(recipe, task)->key, "error.recipe_places");
  recipe = task.recipe();
  recipe.batch = 0;
  EXPECT_EQ(check_recipe(recipe, task)->key, "error.recipe_number");
}

TEST(Snapshots, AreManyEarlyAndEndWithTheRun) {
  EXPECT_EQ(snapshot_steps(1), (std::vector<int>{0, 1}));
  for (const int steps : {100, 400, 5000}) {
    const std::vector<int> kept = snapshot_steps(steps);
    EXPECT_GE(kept.size(), 12U);
    EXPECT_EQ(kept.front(), 0);
    EXPECT_EQ(kept.back(), steps);
    for (size_t i = 1; i < kept.size(); ++i) EXPECT_LT(kept[i - 1], kept[i]);
  }
}

}  // namespace
}  // namespace engine
