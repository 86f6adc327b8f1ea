// A run of training in the window's session: it plays, stands still, goes back, and is opened again.
#include "app/session/learning.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>

#include "app/document/document_line.h"
#include "app/session/session.h"

namespace app {
namespace {

using engine::Index;
using engine::Plan;

void edit(Session& session, const std::function<void(State&)>& change) {
  Requests requests;
  requests.edit("", change);
  session.apply(requests, 0);
}

void arrange(Session& session, const std::function<void(Desk&)>& change) {
  Requests requests;
  requests.arrange(change);
  session.apply(requests, 0);
}

Plan short_plan(const char* task, int steps, uint64_t seed = 0) {
  Plan plan = plan_of(*engine::find_task(task));
  plan.recipe.steps = steps;
  plan.recipe.seed = seed;
  return plan;
}

void train(Session& session, const Plan& plan) {
  edit(session, [&](State& state) { set_trainings(state, std::array{plan}); });
  arrange(session, [](Desk& desk) { desk.learning.is_playing = true; });
  session.settle();
}

TEST(Learning, ThePhraseIsTranslatedAfterASecondOfTraining) {
  Session session({Document(), {}});
  const Plan plan = short_plan("phrase", 200);
  train(session, plan);
  EXPECT_EQ(engine::step_of(session.document().config.checkpoint), 200);
  ASSERT_NE(session.trace(), nullptr);
  EXPECT_THAT(engine::shown_tokens(session.trace()->sequence(1)),
              testing::ElementsAre("<bos>", "la", "grande", "maison", "rouge"));
}

TEST(Learning, TheWindowGoesBackToASnapshotAndItsTranslation) {
  Session session({Document(), {}});
  const Plan plan = short_plan("phrase", 60);
  train(session, plan);
  arrange(session, [](Desk& desk) { desk.learning.is_live = false; });
  edit(session, [&](State& state) { show_moment(state, plan, 4); });
  session.settle();
  EXPECT_EQ(engine::step_of(session.document().config.checkpoint), 4);
  ASSERT_NE(session.checkpoint(), nullptr);
  EXPECT_EQ(engine::step_of(session.checkpoint()->path), 4);
}

TEST(Learning, AnUntrainedModelSaysAsMuchAsItHasPositionsFor) {
  Session session({Document(), {}});
  edit(session, [](State& state) { set_trainings(state, std::array{short_plan("reverse", 1)}); });
  session.settle();
  ASSERT_NE(session.trace(), nullptr);
  EXPECT_FALSE(session.error().has_value());
  EXPECT_EQ(static_cast<Index>(session.trace()->sequence(1).ids.size()),
            session.trace_document().config.context);
}

}  // namespace
}  // namespace app
