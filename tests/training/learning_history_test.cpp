// Moments of a run: the window goes back to them, undoes and redoes them, and compares them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/session/learning_runs.h"

namespace app {
namespace {

using engine::Plan;

TEST(LearningHistory, GoesBackToAKeptStepAndPlaysOnFromTheNewest) {
  Session session({Document(), {}});
  begin(session, std::array{short_plan("reverse", 2000, 200)});
  play_to(session, 6);
  const int newest = step_of(session);
  go_back_to(session, 2);
  EXPECT_EQ(step_of(session), 2);
  EXPECT_EQ(shown_model(session), session.document().config.checkpoint);
  const auto kept = run_of(session)->at(2);
  ASSERT_NE(kept, nullptr);
  EXPECT_EQ(session.checkpoint(), kept);
  const auto anew = trained_anew(engine::name_of(run_of(session)->plan()), 2);
  EXPECT_EQ(weights_of(*kept), weights_of(*anew->newest()));
  EXPECT_EQ(run_of(session)->step(), newest) << "the run itself stays where it is";
  play(session);
  ASSERT_TRUE(wait_until(session, [&] { return step_of(session) > newest; }));
  EXPECT_GT(run_of(session)->step(), newest);
  pause(session);
}

// Somebody looks back while the run goes on.
TEST(LearningHistory, WhatIsLookedAtStaysWhileItPlays) {
  Session session({Document(), {}});
  begin(session, std::array{short_plan("reverse", 2000, 201)});
  play(session);
  ASSERT_TRUE(wait_until(session, [&] { return step_of(session) >= 3; }));
  arrange(session, [](Desk& desk) { desk.learning.is_live = false; });
  const Plan plan = run_of(session)->plan();
  make_edit(session, [&](State& state) { show_moment(state, plan, 1); });
  const int step = run_of(session)->step();
  ASSERT_TRUE(wait_until(session, [&] { return run_of(session)->step() > step + 3; }));
  EXPECT_EQ(step_of(session), 1);
  pause(session);
}

// A moment that no snapshot keeps is trained again, and the run is not disturbed.
TEST(LearningHistory, AStepThatIsNotKeptIsTrainedAgain) {
  Session session({Document(), {}});
  train(session, short_plan("reverse", 200, 202));
  int step = 100;
  while (run_of(session)->at(step)) ++step;
  const Plan plan = run_of(session)->plan();
  go_back_to(session, step);
  EXPECT_EQ(shown_model(session), engine::name_of_moment(plan, step));
  EXPECT_EQ(run_of(session)->step(), 200);
  EXPECT_EQ(weights_of(*session.checkpoint()),
            weights_of(*trained_anew(engine::name_of(plan), step)->newest()));
}

TEST(LearningHistory, UndoAndRedoMoveBetweenMoments) {
  Session session({Document(), {}});
  train(session, short_plan("reverse", 12, 203));
  go_back_to(session, 4);
  go_back_to(session, 8);
  undo_edit(session);
  settle(session);
  EXPECT_EQ(step_of(session), 4);
  EXPECT_EQ(shown_model(session), session.document().config.checkpoint);
  undo_edit(session);
  settle(session);
  EXPECT_EQ(step_of(session), 12);
  redo_edit(session);
  redo_edit(session);
  settle(session);
  EXPECT_EQ(step_of(session), 8);
  EXPECT_EQ(shown_model(session), session.document().config.checkpoint);
}

TEST(LearningHistory, UndoAcrossTheBeginningBringsBackWhatWasThere) {
  Session session({Document(), {}});
  const Document before = session.document();
  train(session, short_plan("reverse", 12, 204));
  undo_edit(session);
  settle(session);
  EXPECT_TRUE(same_run(session.document(), before));
  EXPECT_TRUE(session.training_runs().empty());
  EXPECT_EQ(session.checkpoint(), nullptr);
  redo_edit(session);
  settle(session);
  EXPECT_EQ(step_of(session), 12) << "what was trained is still there";
  EXPECT_EQ(run_of(session)->step(), 12);
  EXPECT_EQ(shown_model(session), session.document().config.checkpoint);
}

TEST(LearningHistory, UndoAcrossTheBeginningWhileItPlaysEndsThePlaying) {
  Session session({Document(), {}});
  begin(session, std::array{short_plan("reverse", 2000, 205)});
  play(session);
  ASSERT_TRUE(wait_until(session, [&] { return step_of(session) >= 2; }));
  undo_edit(session);
  EXPECT_FALSE(session.desk().learning.is_playing);
  settle(session);
  EXPECT_EQ(session.document().config.model, engine::ModelKind::kCrafted);
  EXPECT_FALSE(session.is_training());
}

TEST(LearningHistory, AnotherSeedIsAnotherModelOfTheSameSentence) {
  Session session({Document(), {}});
  train(session, short_plan("reverse", 4, 206));
  make_edit(session, [](State& state) { set_text(state, "CAFE"); });
  const size_t first = weights_of(*session.checkpoint());
  train(session, short_plan("reverse", 4, 207));
  EXPECT_EQ(session.document().text, "CAFE");
  EXPECT_EQ(step_of(session), 4);
  EXPECT_NE(weights_of(*session.checkpoint()), first);
  begin(session, std::array{short_plan("reverse", 4, 206)});
  settle(session);
  go_back_to(session, 4);
  EXPECT_EQ(weights_of(*session.checkpoint()), first) << "the first run is still there";
}

TEST(LearningHistory, TwoSnapshotsAreComparedWithEachOther) {
  Session session({Document(), {}});
  const Plan plan = short_plan("reverse", 12, 208);
  train(session, plan);
  make_edit(session, [&](State& state) {
    State early = state;
    show_moment(early, plan, 2);
    state.document.baseline = to_line(early.document);
  });
  settle(session);
  EXPECT_EQ(step_of(session), 12);
  ASSERT_NE(session.baseline_trace(), nullptr);
  EXPECT_EQ(engine::step_of(session.baseline()->config.checkpoint), 2);
  const std::vector<float> compared = logits_of(*session.baseline_trace());
  EXPECT_NE(compared, logits_of(*session.trace()));
  go_back_to(session, 2);
  EXPECT_EQ(compared, logits_of(*session.trace()));
}

}  // namespace
}  // namespace app
