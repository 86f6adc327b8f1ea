// The wall of ways of attending, driven by labels and keys.
#include "app/session/ways.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/document/checkpoints.h"
#include "driver.h"
#include "tests/ui/drawn_text.h"

namespace app {
namespace {

using engine::AttentionKind;
using engine::PatternKind;
using engine::PositionKind;

State wall(const char* text = "the cat sat on the mat") {
  State state;
  state.document.text = text;
  state.document.config.model = engine::ModelKind::kSeeded;
  state.document.focus = {
      .view = "ways", .stage = "encoder.0.self.head.1.weights", .pinned = {}, .token = {}};
  return state;
}

TEST(WaysWall, HasATileForEveryWayAndAHeadingForEachBand) {
  Driver driver(wall());
  for (const Way& way : ways())
    EXPECT_EQ(driver.shows("way " + way.id), is_offered(driver.document().config, way)) << way.id;
  for (const char* const heading : {"Ways of weighing", "Positions", "Masks"}) EXPECT_TRUE(says(heading));
  EXPECT_FALSE(driver.session().can_undo()) << "to look is no change";
}

TEST(WaysWall, AClickPutsAWayInForceAndUndoTakesItBack) {
  Driver driver(wall());
  driver.click("way weighing window");
  EXPECT_EQ(driver.document().config.attention.kind, AttentionKind::kWindow);
  driver.click("way positions rotary");
  EXPECT_EQ(driver.document().config.positions, PositionKind::kRotary);
  driver.click("way masks window");
  EXPECT_EQ(driver.document().config.pattern.kind, PatternKind::kWindow);
  EXPECT_EQ(driver.document().focus.view, "ways");
  driver.press(ImGuiKey_Z, ImGuiMod_Ctrl);
  EXPECT_EQ(driver.document().config.pattern.kind, PatternKind::kNone);
  EXPECT_EQ(driver.document().config.positions, PositionKind::kRotary);
  driver.press(ImGuiKey_Z, ImGuiMod_Ctrl);
  driver.press(ImGuiKey_Z, ImGuiMod_Ctrl);
  EXPECT_EQ(driver.document().config, wall().document.config);
}

TEST(WaysWall, TheCausalMaskIsOneOfThem) {
  Driver driver(wall());
  driver.click("way masks causal");
  EXPECT_TRUE(driver.document().config.causal);
  driver.click("way masks none");
  EXPECT_FALSE(driver.document().config.causal);
}

TEST(WaysWall, ADoubleClickOpensTheMatrixInThatWay) {
  Driver driver(wall());
  const auto tile = driver.find("way weighing distance");
  ASSERT_TRUE(tile.has_value());
  const ImVec2 words(tile->high.x - 4, tile->high.y - 4);
  driver.click_at(words);
  driver.click_at(words);
  EXPECT_EQ(driver.document().focus.view, "stage");
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.1.weights");
  EXPECT_EQ(driver.document().config.attention.kind, AttentionKind::kDistance);
}

TEST(WaysWall, ACellSaysItsWeightInThatWay) {
  Driver driver(wall());
  const auto tile = driver.find("way weighing uniform");
  ASSERT_TRUE(tile.has_value());
  driver.move({tile->low.x + 4, tile->low.y + 4});
  driver.frames(3);
  EXPECT_TRUE(says("= 0.1667")) << "one of six";
  EXPECT_EQ(driver.hover().row, 0);
  EXPECT_EQ(driver.hover().column, 0);
}

TEST(WaysWall, WhatCannotApplySaysSoInItsPlaceAndIsNotUsed) {
  State state = wall();
  state.document.config.causal = true;
  Driver driver(state);
  EXPECT_TRUE(says("Linformer has no causal form."));
  driver.click("way weighing linformer");
  EXPECT_EQ(driver.document().config.attention.kind, AttentionKind::kExact);
  EXPECT_FALSE(driver.session().error().has_value());
}

TEST(WaysWall, SignedNumbersHaveAScaleOfTheirOwnUntilAllAreSigned) {
  Driver driver(wall());
  EXPECT_TRUE(says("below 0"));
  driver.click("way weighing lambda");
  driver.frames(2);
  EXPECT_EQ(driver.document().config.attention.kind, AttentionKind::kLambda);
  EXPECT_FALSE(says("below 0"));
}

TEST(WaysWall, ArrowsMarkATileAndEnterUsesIt) {
  Driver driver(wall());
  const auto marked = [&] { return driver.session().desk().ways.marked; };
  driver.press(ImGuiKey_RightArrow);
  EXPECT_EQ(marked(), "weighing exact") << "the one in force";
  driver.press(ImGuiKey_RightArrow);
  EXPECT_EQ(marked(), "weighing tiled");
  driver.press(ImGuiKey_LeftArrow);
  driver.press(ImGuiKey_DownArrow);
  const auto above = driver.find("way weighing exact");
  const auto below = driver.find("way " + marked());
  ASSERT_TRUE(above && below);
  EXPECT_EQ(above->low.x, below->low.x);
  EXPECT_GT(below->low.y, above->low.y);
  driver.press(ImGuiKey_UpArrow);
  EXPECT_EQ(marked(), "weighing exact");
  for (int i = 0; i < 8; ++i) driver.press(ImGuiKey_DownArrow);
  EXPECT_TRUE(marked().starts_with("masks ")) << "the last band ends the walk";
  driver.press(ImGuiKey_Enter);
  EXPECT_EQ("masks " + std::string(engine::name_of(driver.document().config.pattern.kind)), marked());
  driver.press(ImGuiKey_Z, ImGuiMod_Ctrl);
  EXPECT_EQ(driver.document().config.pattern.kind, PatternKind::kNone);
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.1.weights") << "the walk stood still";
}

TEST(WaysWall, FollowsEveryKeystroke) {
  Driver driver(wall());
  driver.view().requests.edit("", [](State& state) { set_text(state, "the cat sat on the red mat"); });
  driver.frame();
  const auto tile = driver.find("way weighing uniform");
  ASSERT_TRUE(tile.has_value());
  driver.move({tile->low.x + 2, tile->low.y + 2});
  driver.frames(3);
  EXPECT_TRUE(says("0.1429")) << "one of seven";
}

TEST(WaysWall, OfALongTextFillsInTheBackground) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += "w" + std::to_string(i) + " ";
  Driver driver(wall(text.c_str()));
  driver.frames(2);
  driver.session().settle();
  driver.frames(3);
  const auto tile = driver.find("way weighing uniform");
  ASSERT_TRUE(tile.has_value());
  driver.move({tile->low.x + 2, tile->low.y + 2});
  driver.frames(3);
  EXPECT_TRUE(says("0.0050"));
}

TEST(WaysWall, IsFoundByItsNamesInThePalette) {
  for (const char* const typed : {"ways", "family", "家族"}) {
    State state = wall();
    state.document.focus.view = "stage";
    Driver driver(state);
    driver.view().requests.arrange([typed](Desk& desk) {
      desk.panel = "palette";
      desk.search.typed = typed;
    });
    driver.frames(2);
    driver.press(ImGuiKey_Enter);
    driver.frames(2);
    EXPECT_EQ(driver.document().focus.view, "ways") << typed;
  }
}

}  // namespace
}  // namespace app
