// The history list: every step by name, a click goes there.
#include <gtest/gtest.h>

#include "app/session/examples.h"
#include "app/views/window/history_list.h"
#include "driver.h"
#include "tests/ui/states.h"

namespace app {
namespace {

// Three steps: a mask, a walk, a theme.
void make_steps(Driver& driver) {
  driver.click("None##setting.mask");
  driver.click("Causal");
  driver.pause();
  driver.press(ImGuiKey_RightArrow);
  driver.pause();
  driver.click("Dark##theme");
}

TEST(HistoryList, NamesEveryStep) {
  Driver driver(example(0));
  make_steps(driver);
  const views::Frame frame = driver.view();
  EXPECT_EQ(views::step_name(frame, 0), "Start");
  EXPECT_EQ(views::step_name(frame, 1), "Mask: None → Causal");
  EXPECT_EQ(views::step_name(frame, 2), "To Encoder 1 › Self-attention › Head 1 › Scaled scores");
  EXPECT_EQ(views::step_name(frame, 3), "Theme: Light → Dark");
}

TEST(HistoryList, ItsCrossClosesIt) {
  Driver driver(example(0));
  driver.press(ImGuiKey_H, ImGuiMod_Ctrl);
  driver.frames(2);
  driver.click("×##history close");
  driver.frames(2);
  EXPECT_FALSE(driver.shows("step 0"));
}

TEST(HistoryList, AClickGoesToAStepAndUndoGoesOnFromThere) {
  Driver driver(example(0));
  make_steps(driver);
  driver.press(ImGuiKey_H, ImGuiMod_Ctrl);
  driver.frames(2);
  ASSERT_TRUE(driver.shows("step 3"));
  const auto newest = driver.find("step 3");
  const auto oldest = driver.find("step 0");
  EXPECT_LT(newest->low.y, oldest->low.y) << "the newest stands on top";
  driver.click("step 1");
  EXPECT_EQ(driver.session().step_now(), 1U);
  EXPECT_TRUE(driver.document().config.causal);
  EXPECT_EQ(driver.session().preferences().theme, Theme::kLight);
  EXPECT_TRUE(driver.shows("step 3")) << "what was undone stays in the list";
  driver.press(ImGuiKey_UpArrow);
  EXPECT_EQ(driver.session().step_now(), 2U);
  driver.press(ImGuiKey_DownArrow);
  EXPECT_EQ(driver.session().step_now(), 1U);
  driver.press(ImGuiKey_Escape);
  EXPECT_FALSE(driver.shows("step 3"));
  driver.press(ImGuiKey_Z, ImGuiMod_Ctrl);
  EXPECT_EQ(driver.session().step_now(), 0U);
  EXPECT_FALSE(driver.document().config.causal);
}

TEST(HistoryList, UndoPassesOverTheWalksThatTheListKeeps) {
  Driver driver(example(0));
  driver.click("None##setting.mask");
  driver.click("Causal");
  driver.pause();
  for (int i = 0; i < 3; ++i) {
    driver.press(ImGuiKey_RightArrow);
    driver.pause();
  }
  const std::string looked_at = driver.document().focus.stage;
  driver.press(ImGuiKey_Z, ImGuiMod_Ctrl);
  EXPECT_FALSE(driver.document().config.causal);
  EXPECT_EQ(driver.document().focus.stage, looked_at) << "one sees what it changes here";
  driver.press(ImGuiKey_H, ImGuiMod_Ctrl);
  driver.frames(2);
  driver.click("step 3");
  EXPECT_TRUE(driver.document().config.causal) << "a walk in the list leads where it was made";
  driver.press(ImGuiKey_Escape);
  const std::string there = driver.document().focus.stage;
  driver.press(ImGuiKey_LeftArrow, ImGuiMod_Alt);
  EXPECT_NE(driver.document().focus.stage, there) << "walks belong to back and forward";
  EXPECT_TRUE(driver.document().config.causal);
}

TEST(HistoryList, IsOpenedFromTheEditMenu) {
  Driver driver(example(0));
  driver.click("Edit##edit");
  driver.click("History");
  driver.frames(3);
  EXPECT_TRUE(driver.shows("step 0"));
}

TEST(HistoryList, AThousandStepsAreListed) {
  Driver driver(example(0), {1024, 640});
  for (int i = 0; i < 1100; ++i) {
    Requests& requests = driver.view().requests;
    requests.edit("", [i](State& state) { state.document.config.temperature = 1 + 0.001 * (i + 1); });
    driver.session().apply(requests, 0);
  }
  EXPECT_EQ(driver.session().step_count(), 1001U);
  driver.press(ImGuiKey_H, ImGuiMod_Ctrl);
  driver.frames(3);
  EXPECT_TRUE(driver.shows("step 1000"));
  driver.press(ImGuiKey_End);
  EXPECT_EQ(driver.session().step_now(), 0U);
  driver.frames(2);
  EXPECT_TRUE(driver.shows("step 0"));
}

}  // namespace
}  // namespace app
