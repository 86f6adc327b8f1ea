// The walk through a trace, and what addresses say.
#include "app/session/steps.h"

#include <gtest/gtest.h>

#include "app/session/examples.h"
#include "app/session/session.h"

namespace app {
namespace {

TEST(Steps, TheWalkOfOneHeadHasSixteenSteps) {
  const Session session({examples().front().document, {}});
  const auto steps = walk(*session.trace(), 2);
  ASSERT_EQ(steps.size(), 16U);
  EXPECT_EQ(session.trace()->stage(steps[7].stage).address, "encoder.0.self.head.2.scores");
  EXPECT_EQ(step_of(*session.trace(), steps, "encoder.0.self.head.2.wq"), 4U);
}

TEST(Steps, HeadsAreReadFromAddresses) {
  EXPECT_EQ(head_of("encoder.0.self.head.12.q"), 12);
  EXPECT_EQ(head_of("encoder.0.self.concat"), std::nullopt);
  EXPECT_EQ(head_of("encoder.0.self.head.x.q"), std::nullopt);
  EXPECT_EQ(in_head("encoder.0.self.head.1.q", 3), "encoder.0.self.head.3.q");
  EXPECT_EQ(stage_kind("encoder.0.self.head.1.output"), "head_output");
  EXPECT_EQ(stage_kind("encoder.0.self.output"), "output");
}

}  // namespace
}  // namespace app
