// What the window shows at a step is what `train` writes at it, number for number.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "engine/training/run.h"
#include "tests/session/learning_runs.h"

namespace app {
namespace {

using engine::Plan;

class LearningFigures : public testing::TestWithParam<const char*> {};

void expect_equal(const engine::Figures& shown, const engine::Figures& expected) {
  EXPECT_EQ(shown.loss, expected.loss);
  EXPECT_EQ(shown.exact, expected.exact);
  ASSERT_EQ(shown.groups.size(), expected.groups.size());
  for (size_t i = 0; i < expected.groups.size(); ++i) {
    EXPECT_EQ(shown.groups[i].examples, expected.groups[i].examples) << i;
    EXPECT_EQ(shown.groups[i].right, expected.groups[i].right) << i;
  }
  ASSERT_EQ(shown.aims.size(), expected.aims.size());
  for (size_t i = 0; i < expected.aims.size(); ++i) {
    EXPECT_EQ(shown.aims[i].rows, expected.aims[i].rows) << i;
    ASSERT_EQ(shown.aims[i].heads.size(), expected.aims[i].heads.size()) << i;
    for (size_t head = 0; head < expected.aims[i].heads.size(); ++head) {
      EXPECT_EQ(shown.aims[i].heads[head].head, expected.aims[i].heads[head].head);
      EXPECT_EQ(shown.aims[i].heads[head].weight, expected.aims[i].heads[head].weight);
    }
  }
}

TEST_P(LearningFigures, AreThoseOfTheRunItself) {
  const Plan plan = short_plan(GetParam(), 20, 600);
  engine::TrainingRun run(*plan.task, plan.recipe);
  std::vector<engine::StepReport> reports;
  while (!run.is_done()) reports.push_back(*run.advance().value());
  Session session({Document(), {}});
  train(session, plan);
  for (const engine::StepReport& report : reports) {
    const auto shown = run_of(session)->report(report.step);
    ASSERT_TRUE(shown.has_value());
    EXPECT_EQ(shown->step, report.step);
    EXPECT_EQ(shown->loss, report.loss);
    EXPECT_EQ(shown->rate, report.rate);
    EXPECT_EQ(shown->gradient_length, report.gradient_length);
  }
  const MeasuredMoment& last = run_of(session)->measured()->back();
  EXPECT_EQ(last.step, 20);
  EXPECT_EQ(last.examples, static_cast<engine::Index>(plan.task->held_out().size()));
  expect_equal(last.figures, engine::measure(run.model(), *plan.task, plan.task->held_out()));
  ASSERT_NE(session.checkpoint(), nullptr);
  for (const engine::Tensor& tensor : run.model().tensors()) {
    const loaders::TensorInfo* const shown = session.checkpoint()->tensors.find(tensor.name.name);
    ASSERT_NE(shown, nullptr) << tensor.name.name;
    ASSERT_EQ(shown->count(), static_cast<size_t>(tensor.numbers->size()));
    EXPECT_EQ(std::memcmp(shown->data, tensor.numbers->data(), shown->bytes), 0) << tensor.name.name;
  }
}

// On the way, the first ones of the examples are measured.
TEST_P(LearningFigures, OnTheWayAreThoseOfTheFirstExamples) {
  const Plan plan = short_plan(GetParam(), 20, 600);
  engine::TrainingRun run(*plan.task, plan.recipe);
  const auto recorded = trained_anew(engine::name_of(plan), 20);
  ASSERT_GT(recorded->measured()->size(), 5U);
  for (const MeasuredMoment& moment : *recorded->measured()) {
    while (run.step() < moment.step) ASSERT_TRUE(run.advance().value().ok());
    const std::span all(plan.task->held_out());
    EXPECT_EQ(moment.examples, std::min<engine::Index>(200, static_cast<engine::Index>(all.size())));
    expect_equal(moment.figures,
                 engine::measure(run.model(), *plan.task, all.first(static_cast<size_t>(moment.examples))));
  }
}

INSTANTIATE_TEST_SUITE_P(Tasks, LearningFigures, testing::Values("reverse", "repeat"),
                         [](const auto& one) { return std::string(one.param); });

// The curve's last point is the figure of `train`; a mean of several steps is the mean of their losses.
TEST(LearningCurves, AreMeansOfTheLosses) {
  const auto run = trained_anew(engine::name_of(short_plan("reverse", 20, 601)), 20);
  EXPECT_EQ(run->losses(100).size(), 20U);
  const auto means = run->losses(7);
  ASSERT_EQ(means.size(), 7U);
  EXPECT_EQ(means[0].step, 2);
  EXPECT_DOUBLE_EQ(means[0].loss, (run->report(0)->loss + run->report(1)->loss + run->report(2)->loss) / 3);
  EXPECT_EQ(means.back().step, 19);
  EXPECT_DOUBLE_EQ(means.back().loss, (run->report(18)->loss + run->report(19)->loss) / 2);
  EXPECT_FALSE(run->report(20).has_value());
  EXPECT_FALSE(run->report(-1).has_value());
}

}  // namespace
}  // namespace app
