// What a step is said to do is what it does: the numbers of a run, bit for bit, and parts that add up.
#include "engine/training/step_detail.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/training/batch_pass.h"
#include "tests/engine/training_steps.h"

namespace engine {
namespace {

class StepDetailOf : public ::testing::TestWithParam<StepCase> {};

TEST_P(StepDetailOf, HasTheNumbersOfTheRun) {
  const TakenStep& taken = taken_step(GetParam());
  const StepDetail& detail = taken.detail;
  EXPECT_EQ(detail.report.step, GetParam().step);
  EXPECT_EQ(detail.report.loss, taken.report.loss);
  EXPECT_EQ(detail.report.rate, taken.report.rate);
  EXPECT_EQ(detail.report.gradient_length, taken.report.gradient_length);
  EXPECT_EQ(detail.gradients, taken.run.gradients());
  EXPECT_EQ(detail.shrink < 1, GetParam().is_clipped);
}

TEST_P(StepDetailOf, TheExamplesLossesAddUpToTheBatchs) {
  const TakenStep& taken = taken_step(GetParam());
  const StepDetail& detail = taken.detail;
  ASSERT_EQ(detail.losses.size(), detail.batch.size());
  BatchLoss all;
  for (const BatchLoss& loss : detail.losses) {
    all.sum += loss.sum;
    all.rows += loss.rows;
  }
  EXPECT_EQ(all.rows, detail.divisor);
  EXPECT_NEAR(all.mean(), detail.report.loss, 1e-6 * detail.report.loss);
}

// Each example alone: another plan, other chunks.
TEST_P(StepDetailOf, EachExamplesLossIsThatOfItAlone) {
  const TakenStep& taken = taken_step(GetParam());
  const Task& task = taken.run.task();
  BatchPass pass(taken.before, std::make_shared<const BatchPlan>(plan_batch(
                                   taken.before, {1, task.source_length(), task.target_length()}, false)));
  for (size_t i = 0; i < taken.detail.batch.size(); ++i) {
    pass.load(std::span(taken.detail.batch).subspan(i, 1), task.vocabulary().padding);
    const BatchLoss alone = pass.forward();
    EXPECT_EQ(alone.rows, taken.detail.losses[i].rows) << i;
    EXPECT_NEAR(alone.sum, taken.detail.losses[i].sum, 1e-4 * (1 + alone.sum)) << i;
  }
}

TEST_P(StepDetailOf, EveryParameterIsInOneBlockAndLengthsAddUp) {
  const TakenStep& taken = taken_step(GetParam());
  std::multiset<size_t> found;
  Index numbers = 0;
  double squares = 0;
  double change = 0;
  for (const ParameterBlock& block : taken.detail.blocks) {
    found.insert(block.tensors.begin(), block.tensors.end());
    numbers += block.numbers;
    squares += block.gradient * block.gradient;
    change += block.change * block.change;
    double parts = 0;
    size_t tensors = 0;
    for (const ParameterBlock& part : block.parts) {
      parts += part.gradient * part.gradient;
      tensors += part.tensors.size();
    }
    if (block.parts.empty()) continue;
    EXPECT_NEAR(std::sqrt(parts), block.gradient, 1e-9 * block.gradient) << block.name;
    EXPECT_EQ(tensors, block.tensors.size()) << block.name;
  }
  EXPECT_EQ(found.size(), taken.before.tensors().size());
  EXPECT_EQ(std::set<size_t>(found.begin(), found.end()).size(), found.size());
  EXPECT_EQ(numbers, taken.before.parameters());
  EXPECT_NEAR(std::sqrt(squares), taken.report.gradient_length, 1e-9 * taken.report.gradient_length);
  Gradients moved = taken.run.model().numbers();
  for (size_t i = 0; i < moved.size(); ++i) moved[i] -= *taken.before.tensors()[i].numbers;
  EXPECT_NEAR(std::sqrt(change), gradient_length(moved), 1e-9 * gradient_length(moved));
}

INSTANTIATE_TEST_SUITE_P(All, StepDetailOf, ::testing::ValuesIn(step_cases()),
                         [](const auto& tested) { return tested.param.name(); });

std::vector<std::string> names_of(const std::vector<ParameterBlock>& blocks) {
  std::vector<std::string> names;
  for (const ParameterBlock& block : blocks) names.push_back(block.name);
  return names;
}

TEST(StepDetail, BlocksStandInTheOrderOfTheComputation) {
  const TakenStep& taken = taken_step({"phrase", 0, true});
  const Config& config = taken.run.recipe().config;
  std::vector<std::string> expected{"embedding"};
  const auto add_stack = [&](const std::string& stack, Index layers) {
    for (Index layer = 0; layer < layers; ++layer) expected.push_back(stack + "." + std::to_string(layer));
    expected.push_back(stack + ".norm");
  };
  add_stack("encoder", config.encoder_layers);
  add_stack("decoder", config.decoder_layers);
  expected.emplace_back("output");
  EXPECT_EQ(names_of(taken.detail.blocks), expected);
  EXPECT_EQ(names_of(taken.detail.blocks[1].parts),
            (std::vector<std::string>{"encoder.0.self", "encoder.0.ffn"}));
  const ParameterBlock& decoder = taken.detail.blocks[2 + static_cast<size_t>(config.encoder_layers)];
  EXPECT_EQ(names_of(decoder.parts),
            (std::vector<std::string>{"decoder.0.self", "decoder.0.cross", "decoder.0.ffn"}));
}

TEST(StepDetail, EveryTasksParametersHaveABlockOfTheirOwn) {
  for (const Task* task : tasks()) {
    const TrainingRun run(*task, task->recipe());
    const auto detail = step_detail(*task, task->recipe(), run.model(), run.optimiser());
    ASSERT_TRUE(detail && detail->ok());
    size_t tensors = 0;
    for (const ParameterBlock& block : (*detail)->blocks) tensors += block.tensors.size();
    EXPECT_EQ(tensors, run.model().tensors().size()) << task->name();
    EXPECT_EQ(run.step(), 0);
  }
}

TEST(StepDetail, StopsWhereItIsAskedTo) {
  const Task& task = *find_task("repeat");
  const TrainingRun run(task, task.recipe());
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(step_detail(task, task.recipe(), run.model(), run.optimiser(), stop.get_token()));
}

}  // namespace
}  // namespace engine
