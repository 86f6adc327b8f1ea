// The wall of ways of attending, driven by labels and keys.
#include "app/session/ways.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/document/checkpoints.h"
#include "driver.h"
#include "engine/core/number_text.h"
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
  driver.click("way weighing linformer");
  driver.frames(2);
  EXPECT_TRUE(says("Linformer has no causal form."));
  EXPECT_EQ(driver.document().config.attention.kind, AttentionKind::kExact);
  EXPECT_FALSE(driver.session().error().has_value());
}

TEST(WaysWall, SignedNumbersHaveAScaleOfTheirOwnUntilAllAreSigned) {
  Driver driver(wall());
  EXPECT_TRUE(says("maps in green and pink can go below 0"));
  driver.click("way weighing lambda");
  driver.frames(2);
  EXPECT_EQ(driver.document().config.attention.kind, AttentionKind::kLambda);
  EXPECT_FALSE(says("maps in green and pink can go below 0"));
}

// The weight of `query` on `key`, as a share in whole percent.
std::string share_of(const engine::Trace& trace, engine::Index query, engine::Index key) {
  const int weights = trace.find("encoder.0.self.head.1.weights").value();
  return engine::fixed_number(100 * static_cast<double>(trace.at(weights, query, key)), 0) + " %";
}

TEST(WaysWall, TheOneInForceStandsLargeWithNamesAndANumber) {
  State state = wall("a dog ran");
  state.document.focus.pinned = {1, 0};
  Driver driver(state);
  const engine::Trace& trace = *driver.session().trace();
  const int weights = trace.find("encoder.0.self.head.1.weights").value();
  engine::Index key = 0;
  trace.read_row(weights, 1).reshaped().maxCoeff(&key);
  EXPECT_TRUE(says("Query ↓ reads from key →"));
  EXPECT_TRUE(says("Softmax over all keys"));
  EXPECT_TRUE(says("“dog” reads"));
  EXPECT_TRUE(says(share_of(trace, 1, key)));
  const auto large = driver.find("large way");
  const auto tile = driver.find("way weighing exact");
  ASSERT_TRUE(large && tile);
  EXPECT_GT(large->low.x, tile->high.x);
  EXPECT_GT(large->high.y - large->low.y, 3 * (tile->high.x - tile->low.x)) << "it can be read";
}

TEST(WaysWall, TheOnePointedAtStandsLargeAndSaysHowFarItIsFromExact) {
  State state = wall("a dog ran");
  state.document.focus.pinned = {1, 0};
  Driver driver(state);
  driver.move_to("way weighing uniform");
  driver.frames(2);
  EXPECT_TRUE(says("with n visible keys, each weighs 1/n"));
  EXPECT_FALSE(says("“dog” reads")) << "all alike, so none most";
  const engine::Trace& trace = *driver.session().trace();
  const int weights = trace.find("encoder.0.self.head.1.weights").value();
  const engine::Matrix exact = trace.read(weights, 0, 0, 3, 3);
  const double farthest = static_cast<double>((exact.array() - 1.0F / 3).abs().maxCoeff());
  EXPECT_TRUE(says("Largest difference from Exact: " + engine::difference_number(farthest)));
  driver.move_to("way weighing tiled");
  driver.frames(2);
  EXPECT_TRUE(says("Every weight is that of Exact, but for rounding."));
}

TEST(WaysWall, TheOnePointedAtStaysLargeWhileItsCellsAreRead) {
  Driver driver(wall());
  driver.move_to("way weighing uniform");
  driver.frames(2);
  const auto large = driver.find("large way");
  ASSERT_TRUE(large.has_value());
  driver.move({large->low.x + 4, large->low.y + 4});
  driver.frames(3);
  EXPECT_TRUE(says("= 0.1667")) << "one of six, not the exact weight";
  EXPECT_TRUE(says("Every visible key counts the same"));
  driver.move({2, 2});
  driver.frames(3);
  EXPECT_FALSE(says("Every visible key counts the same"));
  EXPECT_TRUE(says("Softmax over all keys"));
}

TEST(WaysWall, AClickOnTheLargeMapPinsThatCellAndUsesNoWay) {
  Driver driver(wall());
  const auto large = driver.find("large way");
  ASSERT_TRUE(large.has_value());
  driver.click_at({large->high.x - 3, large->low.y + 3});
  EXPECT_EQ(driver.document().focus.pinned, (std::pair<engine::Index, engine::Index>(0, 5)));
  EXPECT_EQ(driver.document().focus.view, "ways");
  EXPECT_EQ(driver.document().config, wall().document.config);
}

// All five lines of tiles, in the smallest window that a course is held in.
TEST(WaysWall, BesideTheLargeOneEveryTileIsInSight) {
  State state = wall();
  state.document.config.model = engine::ModelKind::kCrafted;
  Driver driver(state, {1280, 720});
  driver.frames(2);
  for (const Way& way : ways()) {
    const auto tile = driver.find("way " + way.id);
    if (!is_offered(driver.document().config, way)) continue;
    ASSERT_TRUE(tile.has_value()) << way.id;
    EXPECT_LT(tile->high.y, 708) << way.id;
  }
  EXPECT_TRUE(driver.shows("large way"));
}

TEST(WaysWall, TheKeysShowTheMarkedOneLarge) {
  Driver driver(wall());
  driver.press(ImGuiKey_RightArrow);
  driver.press(ImGuiKey_RightArrow);
  driver.frames(2);
  EXPECT_TRUE(says("So the map is the exact one"));
}

TEST(WaysWall, WithoutRoomForALargeOneEachTileSaysWhatItDoes) {
  Driver driver(wall(), {900, 700});
  driver.frames(2);
  EXPECT_FALSE(driver.shows("large way"));
  EXPECT_TRUE(says("Every query reads every key."));
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
