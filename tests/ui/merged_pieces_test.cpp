// The pieces of a word as one row and one column, in the maps of the stage, of the heads and of the grid.
#include <gtest/gtest.h>

#include "driver.h"
#include "tests/ui/states.h"

namespace app {
namespace {

State of_characters(const std::string& view) {
  State state = looking_at("encoder.0.self.head.1.weights", view);
  state.document.text = "ab cd ef";
  state.document.tokenizer = text::TokenizerKind::kCharacters;
  state.preferences.merged_pieces = true;
  return state;
}

// Moves over a grid of places until a cell of a merged map is explained.
engine::Cell explained_somewhere(Driver& driver) {
  for (float y = 200; y < 900; y += 20) {
    for (float x = 300; x < 1100; x += 40) {
      driver.move({x, y});
      driver.frame();
      if (driver.session().hovered()) return driver.hover();
    }
  }
  return {};
}

TEST(MergedPieces, AreWordsInTheStageTheHeadsAndTheGrid) {
  for (const char* const view : {"stage", "heads", "grid"}) {
    Driver driver(of_characters(view));
    const engine::Cell cell = explained_somewhere(driver);
    ASSERT_GE(cell.stage, 0) << view;
    const engine::Stage& map = driver.session().hovered()->stage(cell.stage);
    EXPECT_EQ(map.rows, 5) << view;  // ab, a space, cd, a space, ef
    EXPECT_EQ(map.columns, 5) << view;
    EXPECT_EQ(map.operation->name(), "merge_tokens") << view;
  }
}

TEST(MergedPieces, AreWordsInLinesAndAClickPinsTheFirstPiece) {
  Driver driver(of_characters("lines"));
  EXPECT_TRUE(driver.shows("reads 4"));
  EXPECT_FALSE(driver.shows("reads 5"));
  driver.move_to("reads 2");
  ASSERT_NE(driver.session().hovered(), nullptr);
  EXPECT_EQ(driver.session().hovered()->stage(driver.hover().stage).operation->name(), "merge_tokens");
  EXPECT_EQ(driver.hover().row, 2);
  driver.click("reads 2");
  ASSERT_TRUE(driver.document().focus.pinned.has_value());
  EXPECT_EQ(driver.document().focus.pinned->first, 3) << "c, the first letter of cd";
}

TEST(MergedPieces, AreWordsInTheSentenceAndAddUp) {
  Driver driver(of_characters("sentence"));
  EXPECT_TRUE(driver.shows("word 4"));
  EXPECT_FALSE(driver.shows("word 5"));
  EXPECT_FALSE(driver.shows("choose word 0")) << "one sentence that reads itself";
  driver.click("word 2");
  ASSERT_TRUE(driver.document().focus.pinned.has_value());
  EXPECT_EQ(driver.document().focus.pinned->first, 3) << "c, the first letter of cd";
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, true);
  driver.click("word 4");
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, false);
  driver.frames(2);
  EXPECT_EQ(driver.session().desk().sentence.with, std::vector<engine::Index>{6}) << "e, the first of ef";
  driver.move_to("word 0");
  ASSERT_NE(driver.session().hovered(), nullptr);
  const engine::Cell cell = driver.hover();
  const engine::Trace& sum = *driver.session().hovered();
  EXPECT_EQ(sum.stage(cell.stage).address, "sum");
  EXPECT_EQ(sum.stage(cell.stage).columns, 5);
  EXPECT_NEAR(sum.read_row(cell.stage, 0).sum(), 2, 1e-5) << "two words that read";
}

TEST(MergedPieces, StayApartUnlessTheSettingSaysSo) {
  State state = of_characters("stage");
  state.preferences.merged_pieces = false;
  Driver driver(state);
  EXPECT_TRUE(driver.shows("stage canvas"));
  driver.view().requests.edit("", [](State& changed) { changed.preferences.merged_pieces = true; });
  driver.frames(2);
  EXPECT_FALSE(driver.shows("stage canvas"));
}

TEST(MergedPieces, OfWordsThatAreWholeAreTheOrdinaryPicture) {
  State state = looking_at("encoder.0.self.head.1.weights");
  state.preferences.merged_pieces = true;
  const Driver driver(state);
  EXPECT_TRUE(driver.shows("stage canvas"));
}

}  // namespace
}  // namespace app
