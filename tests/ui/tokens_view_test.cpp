// How the text is cut: pieces, numbers and merges, walked with the arrow keys.
#include <gtest/gtest.h>

#include <filesystem>

#include "app/document/checkpoints.h"
#include "app/views/pictures/cutting.h"
#include "driver.h"

namespace app {
namespace {

State cutting(const char* name) {
  State state;
  const auto path = std::filesystem::path(HEADLIGHT_TEST_DATA) / "golden/checkpoints" / name;
  EXPECT_FALSE(checkpoints::use(path.string(), state.document).has_value());
  state.document.focus.view = "pieces";
  state.document.focus.stage = "tokens";
  return state;
}

TEST(TokensView, ListsEveryPieceAndExplainsItsNumber) {
  Driver driver(cutting("gpt2"));
  const auto& ids = driver.session().trace()->sequence(0).ids;
  for (size_t i = 0; i < ids.size(); ++i) EXPECT_TRUE(driver.shows("piece " + std::to_string(i))) << i;
  driver.move_to("piece 1");
  EXPECT_EQ(driver.hover(), (engine::Cell{driver.session().trace()->find("tokens").value(), 1, 0}));
}

TEST(TokensView, ArrowsGoThroughTheMergesAndThenOn) {
  Driver driver(cutting("gpt2"));
  const std::string here = driver.document().focus.stage;
  driver.press(ImGuiKey_LeftArrow);
  driver.frames(2);
  EXPECT_EQ(driver.document().focus.stage, here);
  ASSERT_TRUE(driver.session().desk().cutting.step.has_value());
  driver.press(ImGuiKey_RightArrow);
  driver.frames(2);
  EXPECT_EQ(driver.document().focus.stage, here);
  driver.press(ImGuiKey_RightArrow);
  driver.frames(2);
  EXPECT_NE(driver.document().focus.stage, here);
}

// With none of its merges learned the text is its bytes again, and no step is left.
TEST(TokensView, UndoesTheMergesOfTraining) {
  Driver driver(cutting("gpt2"));
  EXPECT_TRUE(driver.shows("##merges learned"));
  EXPECT_TRUE(driver.shows("→##cut on"));
  driver.view().requests.arrange([](Desk& desk) { desk.cutting.learned = 0; });
  driver.frames(2);
  EXPECT_FALSE(driver.shows("→##cut on"));
  driver.view().requests.arrange([](Desk& desk) { desk.cutting.learned = std::nullopt; });
  driver.frames(2);
  EXPECT_TRUE(driver.shows("→##cut on"));
  EXPECT_FALSE(Driver(cutting("bert")).shows("##merges learned")) << "WordPiece has none";
}

TEST(TokensView, EveryKindOfTokenizerShowsItsWords) {
  for (const char* name : {"gpt2", "bert", "t5", "llama"}) {
    State state = cutting(name);
    if (std::string_view(name) == "t5") state.document.focus.stage = "source.tokens";
    Driver driver(state);
    EXPECT_TRUE(driver.shows("piece 0")) << name;
    EXPECT_TRUE(driver.shows("→##cut on")) << name;
  }
}

TEST(TokensView, IsOfferedWhereTheTextIsCutAndNowhereElse) {
  Driver driver;
  EXPECT_FALSE(driver.shows("Pieces##picture.pieces"));
  driver.press(ImGuiKey_Home);
  driver.frames(2);
  ASSERT_EQ(driver.document().focus.stage, "tokens");
  EXPECT_TRUE(driver.shows("Pieces##picture.pieces"));
}

TEST(UnknownWord, ATipSaysWhatTheModelKnows) {
  State state;
  state.document.text = "the zebra";
  ASSERT_FALSE(checkpoints::use("who", state.document).has_value());
  Driver driver(state);
  const std::string unknown = views::piece_tip(driver.view(), 0, 2);
  for (const char* part : {"zebra", "<unk>", "108", "animal", "street"})
    EXPECT_NE(unknown.find(part), std::string::npos) << part;
  EXPECT_EQ(unknown.find("<bos>"), std::string::npos);
  EXPECT_EQ(views::piece_tip(driver.view(), 0, 1).find("animal"), std::string::npos);
}

}  // namespace
}  // namespace app
