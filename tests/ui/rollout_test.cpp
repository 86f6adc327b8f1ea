// Attention through the layers, driven as a person would.
#include <gtest/gtest.h>

#include <algorithm>

#include "drawn_text.h"
#include "driver.h"
#include "tests/ui/outlined.h"

namespace app {
namespace {

State layered(engine::Architecture architecture, int tokens, engine::Index layers) {
  State state;
  state.document.text.clear();
  for (int i = 0; i < tokens; ++i) state.document.text += "w" + std::to_string(i) + " ";
  state.document.focus.view = "rollout";
  set_architecture(state, architecture);
  if (architecture == engine::Architecture::kTransformer) set_target(state, "le chat voit");
  set_size(state, &engine::Config::d_model, 8);
  set_size(state, &engine::Config::n_heads, 2);
  set_size(state, &engine::Config::encoder_layers, layers);
  set_size(state, &engine::Config::decoder_layers, layers);
  return state;
}

// The address of the stage that a cell under the middle of the map is of; empty where none is.
std::string shown_stage(Driver& driver) {
  driver.session().settle();
  driver.frames(3);
  if (!driver.shows("map of layers")) return "";
  driver.move_to("map of layers");
  const auto& derived = driver.session().hovered();
  return derived && driver.hover().stage >= 0 ? derived->stage(driver.hover().stage).address : "";
}

TEST(Layers, TheCardTellsOfThePinnedRowOfTheMap) {
  State state = layered(engine::Architecture::kEncoder, 6, 2);
  state.document.focus.pinned = {2, 1};
  Driver driver(state);
  driver.session().settle();
  driver.frames(3);
  const DrawnFrame drawn = drawn_frame();
  EXPECT_TRUE(std::ranges::any_of(drawn.texts, [](const DrawnText& text) {
    return text.text.find("The row of “w2”") != std::string::npos;
  }));
}

TEST(Layers, TheRowThatTheCardTellsOfIsOutlinedInTheMap) {
  State state = layered(engine::Architecture::kEncoder, 6, 2);
  state.document.focus.pinned = {2, 1};
  Driver driver(state);
  driver.session().settle();
  driver.frames(3);
  EXPECT_GT(outlined(driver, "map of layers", driver.view().style.colours.query), 0);
}

TEST(Layers, TheRolloutUpToALayerIsThatOfAllBelowIt) {
  Driver driver(layered(engine::Architecture::kEncoder, 6, 4));
  EXPECT_EQ(shown_stage(driver), "rollout.0");
  driver.click("up to layer 3");
  EXPECT_EQ(driver.document().focus.stage, "encoder.2.self.head.0.weights");
  EXPECT_EQ(shown_stage(driver), "rollout.2");
  driver.press(ImGuiKey_LeftArrow, ImGuiMod_Alt);
  EXPECT_EQ(shown_stage(driver), "rollout.0");
}

TEST(Layers, AHoveredCellIsExplainedByTheLayerBelow) {
  State state = layered(engine::Architecture::kEncoder, 6, 4);
  state.document.focus.stage = "encoder.3.self.head.0.weights";
  Driver driver(state);
  ASSERT_EQ(shown_stage(driver), "rollout.3");
  const engine::Cell cell = driver.hover();
  const auto& derived = driver.session().hovered();
  const engine::Explanation explained = derived->explain(cell.stage, cell.row, cell.column);
  ASSERT_EQ(explained.terms.size(), 6U);
  EXPECT_EQ(derived->stage(explained.terms[0].left_cell.stage).address, "rollout.3.mixed");
  EXPECT_EQ(derived->stage(explained.terms[0].right_cell.stage).address, "rollout.2");
}

TEST(Layers, TheAverageAndTheFlowAreAClickAway) {
  Driver driver(layered(engine::Architecture::kDecoder, 6, 3));
  driver.click("up to layer 2");
  driver.click("Average of heads##rollout.mean");
  EXPECT_EQ(shown_stage(driver), "mean.1");
  driver.click("Flow##rollout.flow");
  EXPECT_EQ(shown_stage(driver), "flow");
  driver.click("Rollout##rollout.rollout");
  EXPECT_EQ(shown_stage(driver), "rollout.1");
}

TEST(Layers, AttentionAloneIsOneLayer) {
  State state;
  state.document.focus.view = "rollout";
  Driver driver(state);
  EXPECT_EQ(shown_stage(driver), "rollout.0");
  EXPECT_FALSE(driver.shows("up to layer 1"));
}

TEST(Layers, WhereAllFlowsTakeTooLongOneTokensIsShown) {
  Driver driver(layered(engine::Architecture::kEncoder, 40, 6));
  driver.session().settle();
  driver.frames(2);
  driver.click("up to layer 6");
  driver.click("Flow##rollout.flow");
  ASSERT_EQ(shown_stage(driver), "flow");
  EXPECT_EQ(driver.session().hovered()->stage(driver.hover().stage).rows, 1);
  driver.click("w0##flow query");
  driver.click("w7##query 7");
  EXPECT_EQ(driver.session().desk().comparing.query, 7);
  ASSERT_EQ(shown_stage(driver), "flow");
  const engine::Trace& derived = *driver.session().hovered();
  EXPECT_EQ(derived.sequence(derived.stage(driver.hover().stage).row_sequence).tokens.at(0), "w7");
}

TEST(Layers, AFlowThatTakesTooLongIsRefusedAndFewerLayersMayBeChosen) {
  Driver driver(layered(engine::Architecture::kEncoder, 90, 6));
  driver.session().settle();
  driver.frames(2);
  driver.click("up to layer 6");
  driver.click("Flow##rollout.flow");
  EXPECT_EQ(shown_stage(driver), "");
  driver.click("up to layer 1");
  EXPECT_EQ(shown_stage(driver), "flow");
}

TEST(Layers, BetweenTwoSequencesThereIsOnlyTheAverage) {
  Driver driver(layered(engine::Architecture::kTransformer, 5, 2));
  driver.click("Cross-attention##grid.kind.cross");
  EXPECT_EQ(shown_stage(driver), "mean.0");
  driver.click("Rollout##rollout.rollout");
  EXPECT_EQ(shown_stage(driver), "mean.0");
  driver.click("Decoder##grid.kind.decoder");
  EXPECT_EQ(shown_stage(driver), "rollout.0");
}

// Small maps, so that they are in full rows; a colour means the same number in each.
TEST(Layers, StandInFullRowsOnOneColourScale) {
  Driver driver(layered(engine::Architecture::kEncoder, 6, 3), {1920, 1080});
  driver.session().settle();
  driver.frames(4);
  const float top = driver.find("up to layer 1").value().low.y;
  for (const char* const layer : {"up to layer 2", "up to layer 3"})
    EXPECT_FLOAT_EQ(driver.find(layer).value().low.y, top) << layer;
  const auto texts = drawn_frame().texts;
  EXPECT_TRUE(std::ranges::any_of(
      texts, [](const DrawnText& drawn) { return drawn.text.find("share") != std::string::npos; }));
}

}  // namespace
}  // namespace app
