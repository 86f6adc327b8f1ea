// A rate that is turned in the middle of a run is part of the run's name; one that is too large ends it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/training/recipe_settings.h"
#include "tests/session/learning_runs.h"

namespace app {
namespace {

using engine::Plan;

void turn_rate(Session& session, double rate) {
  Requests requests;
  requests.change_rate(rate);
  session.apply(requests, 0);
}

// At rest at a step of 5 or more, its rate turned there to 0.01, and at its end.
class TurnedRate : public testing::Test {
 protected:
  void turn(uint64_t seed) {
    plan_ = short_plan("reverse", 40, seed);
    begin(session_, std::array{plan_});
    for (int i = 0; i < 5; ++i) take_step(session_);
    turn_rate(session_, 1e-2);
    settle(session_);
  }

  Plan plan_;
  Session session_{{Document(), {}}};
};

TEST_F(TurnedRate, IsSaidByTheNamesOfTheRunAndOfItsLaterMoments) {
  turn(400);
  Plan turned = plan_;
  turned.recipe.optimiser.changes = {{5, 1e-2}};
  EXPECT_THAT(session_.document().trainings, testing::ElementsAre(engine::name_of(turned)));
  EXPECT_EQ(session_.document().config.checkpoint, engine::name_of_moment(plan_, 5))
      << "the model of now knows nothing of it";
  play(session_);
  settle(session_);
  EXPECT_EQ(session_.document().config.checkpoint, engine::name_of_moment(turned, 40));
  EXPECT_NE(session_.document().config.checkpoint, engine::name_of_moment(plan_, 40));
  EXPECT_EQ(session_.shown_run(), 0U);
}

TEST_F(TurnedRate, TheNameTrainsTheSameNumbersAgain) {
  turn(401);
  play(session_);
  settle(session_);
  const auto anew = trained_anew(session_.document().config.checkpoint, 40);
  EXPECT_EQ(weights_of(*anew->newest()), weights_of(*session_.checkpoint()));
  for (int step = 0; step < 40; ++step)
    EXPECT_EQ(anew->report(step)->rate, run_of(session_)->report(step)->rate) << step;
  const auto unturned = trained_anew(engine::name_of(plan_), 40);
  EXPECT_NE(weights_of(*unturned->newest()), weights_of(*session_.checkpoint()));
}

TEST_F(TurnedRate, AMomentFromBeforeKeepsItsName) {
  turn(402);
  play(session_);
  settle(session_);
  make_edit(session_, [](State& state) { state.document.generated = {"A"}; });
  const Plan now = run_of(session_)->plan();
  go_back_to(session_, 4);
  EXPECT_EQ(session_.document().config.checkpoint, engine::name_of_moment(plan_, 4));
  EXPECT_EQ(session_.checkpoint(), run_of(session_)->at(4));
  EXPECT_EQ(session_.shown_run(), 0U);
  EXPECT_THAT(session_.document().trainings, testing::ElementsAre(engine::name_of(now)));
}

// The sentence is not another one because the rate was turned.
TEST_F(TurnedRate, WhatIsTypedStaysAcrossIt) {
  turn(403);
  play(session_);
  settle(session_);
  make_edit(session_, [](State& state) { set_target(state, "BA"); });
  const std::string target = session_.document().target;
  const bool is_own = session_.document().own_target;
  go_back_to(session_, 2);
  EXPECT_EQ(session_.document().target, target);
  EXPECT_EQ(session_.document().own_target, is_own);
}

// As a slider does, in every frame, while the run goes on under it.
TEST_F(TurnedRate, TurnedAllTheTimeItStaysTheSameRun) {
  plan_ = short_plan("reverse", 3000, 404);
  begin(session_, std::array{plan_});
  play(session_);
  ASSERT_TRUE(wait_until(session_, [&] { return step_of(session_) >= 3; }));
  const trainings::Run run = run_of(session_);
  for (int i = 0; i < 150; ++i) {
    turn_rate(session_, 1e-3 * (1 + i % 7));
    std::this_thread::sleep_for(std::chrono::milliseconds(i % 4));
    ASSERT_EQ(session_.training_runs(), std::vector{run}) << i;
  }
  pause(session_);
  settle(session_);
  EXPECT_EQ(session_.training_runs(), std::vector{run});
  EXPECT_THAT(session_.document().trainings, testing::ElementsAre(engine::name_of(run->plan())));
  ASSERT_TRUE(engine::read_plan(session_.document().trainings[0]).ok());
  EXPECT_EQ(step_of(session_), run->step());
}

TEST_F(TurnedRate, UndoneTextLeavesTheRun) {
  turn(405);
  make_edit(session_, [](State& state) { set_text(state, "CAFE"); });
  turn_rate(session_, 5e-3);
  settle(session_);
  const trainings::Run run = run_of(session_);
  undo_edit(session_);
  settle(session_);
  EXPECT_EQ(run_of(session_), run);
  EXPECT_THAT(session_.document().trainings, testing::ElementsAre(engine::name_of(run->plan())));
}

// The recipe as it was, chosen once more, is a run without the change.
TEST_F(TurnedRate, TheRecipeItselfBegunAgainIsAnotherRun) {
  turn(406);
  const trainings::Run turned = run_of(session_);
  begin(session_, std::array{plan_});
  settle(session_);
  ASSERT_NE(run_of(session_), nullptr);
  EXPECT_NE(run_of(session_), turned);
  EXPECT_EQ(run_of(session_)->step(), 0);
  EXPECT_THAT(session_.document().trainings, testing::ElementsAre(engine::name_of(plan_)));
}

// A session saved before the rate was turned.
TEST_F(TurnedRate, AnOpenedSessionMeansWhatItSays) {
  plan_ = short_plan("reverse", 40, 407);
  begin(session_, std::array{plan_});
  for (int i = 0; i < 5; ++i) take_step(session_);
  const std::string line = to_line(session_.document());
  turn_rate(session_, 1e-2);
  settle(session_);
  Requests requests;
  requests.open_session(line);
  session_.apply(requests, 0);
  settle(session_);
  EXPECT_THAT(session_.document().trainings, testing::ElementsAre(engine::name_of(plan_)));
  EXPECT_EQ(step_of(session_), 5);
}

TEST_F(TurnedRate, ARateThatNoRecipeMayHaveChangesNothing) {
  turn(408);
  const Plan before = run_of(session_)->plan();
  for (const double rate : {0.0, -1.0, 1e9, std::numeric_limits<double>::quiet_NaN()}) {
    turn_rate(session_, rate);
    settle(session_);
    EXPECT_EQ(run_of(session_)->plan().recipe, before.recipe) << rate;
  }
}

TEST_F(TurnedRate, AtTheEndNothingIsLeftToTurn) {
  plan_ = short_plan("reverse", 5, 409);
  train(session_, plan_);
  turn_rate(session_, 1e-2);
  settle(session_);
  EXPECT_THAT(session_.document().trainings, testing::ElementsAre(engine::name_of(plan_)));
}

TEST_F(TurnedRate, IsTurnedNoMoreOftenThanANameCanSay) {
  RecordedRun run(short_plan("copy", 2000, 410));
  for (size_t i = 0; i < engine::kMostRateChanges; ++i)
    run.change_rate(1e-3);  // at the same step: one change
  EXPECT_EQ(run.plan().recipe.optimiser.changes.size(), 1U);
  EXPECT_TRUE(engine::read_plan(engine::name_of(run.plan())).ok());
}

Plan diverging(uint64_t seed) {
  Plan plan = short_plan("reverse", 400, seed);
  plan.recipe.optimiser.rate = 50;
  plan.recipe.optimiser.warmup = 0;
  plan.recipe.optimiser.clip = 0;
  plan.recipe.optimiser.decay = 1;  // a step takes 50 times of each number away
  return plan;
}

bool are_finite(const loaders::Checkpoint& checkpoint) {
  return !loaders::find_not_finite(checkpoint).has_value();
}

TEST(DivergedRun, StopsSaysWhereAndOffersTheLastGoodModel) {
  Session session({Document(), {}});
  train(session, diverging(420));
  const trainings::Run run = run_of(session);
  ASSERT_TRUE(run->failure().has_value()) << "at step " << run->step();
  EXPECT_EQ(run->failure()->key, "error.training_diverged");
  EXPECT_EQ(run->failure()->arguments.front().second, std::to_string(run->step()));
  EXPECT_FALSE(session.desk().learning.is_playing);
  EXPECT_FALSE(session.is_training());
  const int good = run->kept().back();
  EXPECT_LT(good, run->step());
  EXPECT_EQ(step_of(session), good) << "a model without numbers is not shown";
  ASSERT_NE(session.trace(), nullptr);
  EXPECT_TRUE(are_finite(*session.checkpoint()));
  EXPECT_THAT(logits_of(*session.trace()),
              testing::Each(testing::Truly([](float value) { return std::isfinite(value); })));
  for (const MeasuredMoment& moment : *run->measured())
    EXPECT_TRUE(std::isfinite(moment.figures.loss)) << moment.step;
}

TEST(DivergedRun, AStepAfterwardsIsAnError) {
  const Plan plan = diverging(421);
  const auto opened = trainings::open_moment(engine::name_of_moment(plan, 400));
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().key, "error.training_diverged");
}

// The others go on, a step each.
TEST(DivergedRun, TheRunsBesideItGoOn) {
  Session session({Document(), {}});
  Plan good = short_plan("reverse", 400, 422);
  begin(session, std::array{good, diverging(422)});
  int taken = 0;
  while (!run_of(session, 1) || !run_of(session, 1)->failure()) {
    take_step(session);
    ASSERT_LT(++taken, 400);
    ASSERT_EQ(run_of(session, 0)->step(), taken);
  }
  take_step(session);
  EXPECT_EQ(run_of(session, 0)->step(), taken + 1);
}

}  // namespace
}  // namespace app
