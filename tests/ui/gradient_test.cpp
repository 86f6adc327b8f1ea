// Asking what moves a number: pin it, ask, walk its gradients, put them away.
#include <gtest/gtest.h>

#include "tests/ui/driver.h"

namespace app {
namespace {

State pinned(const char* stage) {
  State state;
  state.document.text = "the cat sat down";
  state.document.focus.view = "stage";
  state.document.focus.stage = stage;
  state.document.focus.pinned = {2, 1};
  return state;
}

TEST(GradientWalk, BeginsWithAPinnedCellAndTheKey) {
  Driver driver(pinned("encoder.0.self.output"));
  EXPECT_FALSE(driver.session().trace()->find("gradient.input").has_value());
  driver.press(ImGuiKey_D);
  driver.frames(2);
  ASSERT_TRUE(driver.document().gradient.has_value());
  EXPECT_EQ(to_text(driver.document().gradient->target), "encoder.0.self.output:2,1");
  EXPECT_TRUE(driver.session().trace()->find("gradient.input").has_value());
  driver.press(ImGuiKey_Y);
  driver.frames(2);
  EXPECT_EQ(driver.document().focus.stage, "gradient.encoder.0.self.output");
  driver.press(ImGuiKey_RightArrow);
  driver.frames(2);
  EXPECT_EQ(driver.document().focus.stage, "gradient.encoder.0.self.concat");
  driver.press(ImGuiKey_Y);
  driver.frames(2);
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.concat");
}

TEST(GradientWalk, EndsWithTheCardsButton) {
  Driver driver(pinned("encoder.0.self.head.0.weights"));
  driver.frames(2);
  driver.click("∇##gradient of");
  driver.frames(2);
  ASSERT_TRUE(driver.document().gradient.has_value());
  driver.click("∇##gradient of");
  driver.frames(2);
  EXPECT_FALSE(driver.document().gradient.has_value());
  EXPECT_FALSE(driver.session().trace()->find("gradient.input").has_value());
}

TEST(GradientWalk, SaysWhyATargetIsGoneAndShowsTheRest) {
  State state = pinned("encoder.0.self.output");
  state.document.gradient =
      engine::GradientRequest{.target = engine::CellTarget{"encoder.0.self.output", 3, 0}};
  Driver driver(state);
  driver.frames(2);
  EXPECT_FALSE(driver.session().error().has_value());
  driver.view().requests.edit("", [](State& changed) { changed.document.text = "the cat"; });
  driver.frames(2);
  ASSERT_TRUE(driver.session().error().has_value());
  EXPECT_EQ(driver.session().error()->key, "error.target_cell");
  EXPECT_EQ(driver.session().trace()->sequence(0).tokens.size(), 2U);
}

}  // namespace
}  // namespace app
