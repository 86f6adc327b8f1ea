// A run of training in the window's session: it plays, stands still, goes on step by step, and ends.
#include "app/session/learning.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/processor_time.h"
#include "tests/session/learning_runs.h"
#include "tests/session/no_threads.h"

namespace app {
namespace {

using engine::Plan;
using headlight_test::processor_seconds;

TEST(Learning, ThePhraseIsTranslatedAfterASecondOfTraining) {
  Session session({Document(), {}});
  train(session, short_plan("phrase", 200));
  EXPECT_EQ(step_of(session), 200);
  ASSERT_NE(session.trace(), nullptr);
  EXPECT_THAT(engine::shown_tokens(session.trace()->sequence(1)),
              testing::ElementsAre("<bos>", "la", "grande", "maison", "rouge"));
}

TEST(Learning, PlaysToTheEndAndStopsThere) {
  Session session({Document(), {}});
  train(session, short_plan("reverse", 12, 100));
  EXPECT_EQ(step_of(session), 12);
  EXPECT_FALSE(session.desk().learning.is_playing);
  EXPECT_FALSE(session.is_training());
  EXPECT_TRUE(run_of(session)->is_done());
  EXPECT_EQ(shown_model(session), session.document().config.checkpoint);
  EXPECT_FALSE(session.can_redo());
}

TEST(Learning, WithoutThreadsAStepIsTakenInEachFrame) {
  const NoThreads none;
  Session session({Document(), {}});
  train(session, short_plan("reverse", 12, 104));
  EXPECT_EQ(step_of(session), 12);
  EXPECT_TRUE(run_of(session)->is_done());
  ASSERT_NE(session.trace(), nullptr);
  EXPECT_EQ(shown_model(session), session.document().config.checkpoint);
}

// While it plays, the window sees moments between, and every trace is that of the step it is said to be of.
TEST(Learning, TheWindowFollowsTheNewestStep) {
  Session session({Document(), {}});
  begin(session, std::array{short_plan("reverse", 400, 101)});
  play(session);
  std::vector<int> seen;
  ASSERT_TRUE(wait_until(session, [&] {
    if (seen.empty() || seen.back() != step_of(session)) seen.push_back(step_of(session));
    EXPECT_TRUE(!session.trace() || shown_model(session) == session.trace_document().config.checkpoint);
    return seen.size() >= 4;
  }));
  EXPECT_TRUE(std::ranges::is_sorted(seen));
  pause(session);
}

TEST(Learning, APausedRunStaysWhereItIsAndUsesNoProcessor) {
  Session session({Document(), {}});
  begin(session, std::array{short_plan("reverse", 2000, 102)});
  play_to(session, 3);
  const int step = step_of(session);
  EXPECT_EQ(run_of(session)->step(), step) << "the step at which it stands is shown";
  EXPECT_FALSE(session.is_training());
  const double before = processor_seconds();
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_LT(processor_seconds() - before, 0.1);
  session.apply({}, 0);
  EXPECT_EQ(step_of(session), step);
  EXPECT_EQ(run_of(session)->step(), step);
}

TEST(Learning, OneStepFromTheBeginningIsTakenAlsoWhereTheRunBeginsWithIt) {
  Session session({Document(), {}});
  Requests requests;
  requests.edit("", [](State& state) { set_trainings(state, std::array{short_plan("reverse", 50, 103)}); });
  requests.arrange([](Desk& desk) { ++desk.learning.single_steps; });
  session.apply(requests, 0);
  settle(session);
  EXPECT_EQ(step_of(session), 1);
  ASSERT_NE(run_of(session)->before(), nullptr) << "what the step began with can be looked into";
  EXPECT_EQ(run_of(session)->before()->state.steps, 0);
}

TEST(Learning, OneStepInTheMiddleIsOne) {
  Session session({Document(), {}});
  begin(session, std::array{short_plan("reverse", 2000, 104)});
  play_to(session, 2);
  const int step = step_of(session);
  take_step(session);
  EXPECT_EQ(step_of(session), step + 1);
  take_step(session);
  EXPECT_EQ(step_of(session), step + 2);
  ASSERT_NE(run_of(session)->before(), nullptr);
  EXPECT_EQ(run_of(session)->before()->state.steps, step + 1);
}

TEST(Learning, StepsAskedForWhileItPlaysAreAmongThoseThatItTakes) {
  Session session({Document(), {}});
  begin(session, std::array{short_plan("reverse", 2000, 105)});
  play(session);
  ASSERT_TRUE(wait_until(session, [&] { return step_of(session) >= 2; }));
  arrange(session, [](Desk& desk) { desk.learning.single_steps += 100; });
  session.apply({}, 0);
  pause(session);
  const int step = run_of(session)->step();
  settle(session);
  EXPECT_LE(run_of(session)->step(), step + 1);
}

TEST(Learning, AStepAtTheEndIsNone) {
  Session session({Document(), {}});
  train(session, short_plan("reverse", 5, 106));
  take_step(session);
  EXPECT_EQ(step_of(session), 5);
  EXPECT_FALSE(session.is_training());
}

TEST(Learning, AnotherTextWhileItPlaysIsShownWithTheNewestModel) {
  Session session({Document(), {}});
  begin(session, std::array{short_plan("reverse", 2000, 107)});
  play(session);
  ASSERT_TRUE(wait_until(session, [&] { return step_of(session) >= 2; }));
  make_edit(session, [](State& state) { set_text(state, "FACE"); });
  const int step = step_of(session);
  ASSERT_TRUE(wait_until(session, [&] { return step_of(session) > step; }));
  EXPECT_TRUE(session.desk().learning.is_playing);
  EXPECT_EQ(session.document().text, "FACE");
  pause(session);
  settle(session);
  ASSERT_NE(session.trace(), nullptr);
  EXPECT_THAT(engine::shown_tokens(session.trace()->sequence(0)), testing::Contains("F"));
  EXPECT_EQ(shown_model(session), session.document().config.checkpoint);
}

TEST(Learning, AnotherModelEndsThePlaying) {
  Session session({Document(), {}});
  begin(session, std::array{short_plan("reverse", 2000, 108)});
  play(session);
  ASSERT_TRUE(wait_until(session, [&] { return step_of(session) >= 2; }));
  Requests requests;
  requests.open_session(to_line(Document()));
  session.apply(requests, 0);
  EXPECT_FALSE(session.desk().learning.is_playing);
  settle(session);
  EXPECT_EQ(session.document().config.model, engine::ModelKind::kCrafted);
  EXPECT_TRUE(session.document().trainings.empty());
  EXPECT_TRUE(session.training_runs().empty());
  EXPECT_FALSE(session.is_training());
  ASSERT_NE(session.trace(), nullptr);
  EXPECT_EQ(session.checkpoint(), nullptr);
}

// A step of this run takes longer than a window may take to close.
TEST(Learning, AWindowThatIsClosedWhileItPlaysIsClosedAtOnce) {
  Plan plan = short_plan("who", 1000, 109);
  plan.recipe.batch = 1024;
  auto session = std::make_unique<Session>(State{Document(), {}});
  begin(*session, std::array{plan});
  play(*session);
  ASSERT_TRUE(wait_until(*session, [&] { return !session->training_runs().empty(); }));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const double before = processor_seconds();
  session.reset();
  EXPECT_LT(processor_seconds() - before, 0.5);
}

TEST(Learning, AWindowThatIsClosedWhileARunIsOpenedIsClosedAtOnce) {
  for (int round = 0; round < 8; ++round) {
    auto session = std::make_unique<Session>(State{Document(), {}});
    begin(*session, std::array{short_plan("who", 1000, 110U + static_cast<uint64_t>(round))});
    std::this_thread::sleep_for(std::chrono::milliseconds(10 * round));
    const double before = processor_seconds();
    session.reset();
    EXPECT_LT(processor_seconds() - before, 0.5) << round;
  }
}

}  // namespace
}  // namespace app
