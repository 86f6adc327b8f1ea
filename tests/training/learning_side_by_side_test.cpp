// Runs side by side: they take the same batches, in turn, and one of them is shown.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/session/learning_runs.h"

namespace app {
namespace {

using engine::Plan;

// The same but for what differs.
Plan with_rate(Plan plan, double rate) {
  plan.recipe.optimiser.rate = rate;
  return plan;
}

TEST(LearningSideBySide, EqualRecipesHaveEqualLosses) {
  // Another name for the same settings of every step: the clip never applies.
  Plan one = short_plan("reverse", 12, 300);
  one.recipe.optimiser.clip = 1e3;
  Plan other = one;
  other.recipe.optimiser.clip = 2e3;
  Session session({Document(), {}});
  begin(session, std::array{one, other});
  play(session);
  settle(session);
  ASSERT_EQ(session.training_runs().size(), 2U);
  ASSERT_NE(run_of(session, 0), run_of(session, 1));
  for (int step = 0; step < 12; ++step)
    EXPECT_EQ(run_of(session, 0)->report(step)->loss, run_of(session, 1)->report(step)->loss) << step;
  EXPECT_EQ(weights_of(*run_of(session, 0)->newest()), weights_of(*run_of(session, 1)->newest()));
}

TEST(LearningSideBySide, TheyBeginWithTheSameBatch) {
  const Plan plan = short_plan("reverse", 6, 301);
  Session session({Document(), {}});
  begin(session, std::array{plan, with_rate(plan, 1e-2)});
  play(session);
  settle(session);
  EXPECT_EQ(run_of(session, 0)->report(0)->loss, run_of(session, 1)->report(0)->loss);
  EXPECT_NE(run_of(session, 0)->report(3)->loss, run_of(session, 1)->report(3)->loss);
}

TEST(LearningSideBySide, NoneIsMoreThanAStepAhead) {
  const Plan plan = short_plan("reverse", 2000, 302);
  Session session({Document(), {}});
  begin(session, std::array{plan, with_rate(plan, 1e-2), with_rate(plan, 5e-3)});
  play_to(session, 4);
  std::vector<int> steps;
  for (const trainings::Run& run : session.training_runs()) steps.push_back(run->step());
  EXPECT_LE(std::ranges::max(steps) - std::ranges::min(steps), 1);
}

TEST(LearningSideBySide, OneStepIsOneOfEach) {
  const Plan plan = short_plan("reverse", 50, 303);
  Session session({Document(), {}});
  begin(session, std::array{plan, with_rate(plan, 1e-2)});
  for (const int step : {1, 2}) {
    take_step(session);
    EXPECT_EQ(run_of(session, 0)->step(), step);
    EXPECT_EQ(run_of(session, 1)->step(), step);
  }
}

TEST(LearningSideBySide, TheShownOneIsTheOneThatIsSaid) {
  const Plan plan = short_plan("reverse", 8, 304);
  const std::array plans{plan, with_rate(plan, 1e-2)};
  Session session({Document(), {}});
  begin(session, plans, 1);
  play(session);
  settle(session);
  EXPECT_EQ(session.shown_run(), 1U);
  EXPECT_EQ(session.document().config.checkpoint, engine::name_of_moment(plans[1], 8));
  EXPECT_EQ(shown_model(session), session.document().config.checkpoint);
  go_back_to(session, 4, 0);
  EXPECT_EQ(session.shown_run(), 0U);
  EXPECT_EQ(session.document().config.checkpoint, engine::name_of_moment(plans[0], 4));
  EXPECT_EQ(shown_model(session), session.document().config.checkpoint);
}

TEST(LearningSideBySide, TheOtherOneIsShownWhileBothPlay) {
  const Plan plan = short_plan("reverse", 2000, 305);
  const std::array plans{plan, with_rate(plan, 1e-2)};
  Session session({Document(), {}});
  begin(session, plans);
  play(session);
  ASSERT_TRUE(wait_until(session, [&] { return step_of(session) >= 2; }));
  make_edit(session, [&](State& state) { show_moment(state, plans[1], 1); });
  ASSERT_TRUE(wait_until(session, [&] { return step_of(session) > 4; }));
  EXPECT_EQ(session.shown_run(), 1U);
  EXPECT_EQ(session.document().config.checkpoint, engine::name_of_moment(plans[1], step_of(session)));
  pause(session);
}

// Of two tables of runs that follow each other, only the second one is shown.
TEST(LearningSideBySide, OtherRunsWhileItPlaysAreShownAtOnce) {
  Session session({Document(), {}});
  begin(session, std::array{short_plan("reverse", 2000, 306)});
  play(session);
  for (uint64_t seed = 307; seed < 312; ++seed) {
    const Plan next = short_plan("reverse", 2000, seed);
    ASSERT_TRUE(wait_until(session, [&] { return step_of(session) >= 1; }));
    begin(session, std::array{next});
    EXPECT_TRUE(wait_until(session, [&] {
      EXPECT_EQ(session.document().config.checkpoint, engine::name_of_moment(next, step_of(session)));
      return step_of(session) >= 1;
    }));
  }
  pause(session);
}

}  // namespace
}  // namespace app
