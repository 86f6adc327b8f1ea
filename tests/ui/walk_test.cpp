// The walk through a whole Transformer, driven by its items' labels.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/session/steps.h"
#include "app/views/core/outline.h"
#include "drawn_text.h"
#include "driver.h"

namespace app {
namespace {

// Source of seven tokens, target of four, 2 + 2 layers.
State seeded_transformer(std::string stage = "source.tokens") {
  State state;
  state.document.text = "the cat sat on the warm mat";
  state.document.target = "le chat était assis";
  state.document.config.model = engine::ModelKind::kSeeded;
  state.document.config.architecture = engine::Architecture::kTransformer;
  state.document.focus.stage = std::move(stage);
  return state;
}

std::vector<engine::Index> moved_rows(Driver& driver) {
  const views::Facts facts(driver.session().trace(), ui::Style{});
  return facts.moved_rows(driver.session().focused_stage(), driver.session().earlier_trace()).value();
}

TEST(Walk, RightArrowGoesFromTheSourcesTokensToTheProbabilitiesThroughEveryGroup) {
  Driver driver(seeded_transformer());
  driver.press(ImGuiKey_Home);
  const auto steps = walk(*driver.session().trace(), 0);
  std::vector<std::string> expected;
  for (const Step& step : steps) expected.push_back(driver.session().trace()->stage(step.stage).address);
  std::vector<std::string> seen = {driver.document().focus.stage};
  for (size_t i = 1; i < steps.size(); ++i) {
    driver.press(ImGuiKey_RightArrow);
    seen.push_back(driver.document().focus.stage);
    EXPECT_TRUE(driver.shows("step " + seen.back())) << "the rail hides where one stands";
  }
  EXPECT_EQ(seen, expected);
  EXPECT_EQ(seen.front(), "source.tokens");
  EXPECT_EQ(seen.back(), "probabilities");
  EXPECT_EQ(groups_of(steps).size(), 20U);
}

TEST(Walk, PageDownGoesToTheFirstStepOfEveryGroupAndPageUpBack) {
  Driver driver(seeded_transformer());
  driver.press(ImGuiKey_Home);
  const auto steps = walk(*driver.session().trace(), 0);
  const auto groups = groups_of(steps);
  for (size_t group = 1; group < groups.size(); ++group) {
    driver.press(ImGuiKey_PageDown);
    EXPECT_EQ(driver.document().focus.stage,
              driver.session().trace()->stage(steps[groups[group]].stage).address);
  }
  driver.press(ImGuiKey_PageUp);
  EXPECT_EQ(driver.document().focus.stage, "decoder.1.ffn.hidden");
}

TEST(Walk, DownShowsTheSameStageInTheNextLayerAndStopsAtTheLast) {
  Driver driver(seeded_transformer("encoder.0.self.head.2.weights"));
  driver.press(ImGuiKey_DownArrow);
  EXPECT_EQ(driver.document().focus.stage, "encoder.1.self.head.2.weights");
  driver.press(ImGuiKey_DownArrow);
  EXPECT_EQ(driver.document().focus.stage, "encoder.1.self.head.2.weights");
  driver.press(ImGuiKey_UpArrow);
  driver.press(ImGuiKey_UpArrow);
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.2.weights");
}

TEST(Walk, DownMovesNothingWhileOneTypes) {
  Driver driver(seeded_transformer("encoder.0.ffn.hidden"));
  driver.click("##sequence");
  driver.press(ImGuiKey_DownArrow);
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.ffn.hidden");
}

TEST(Walk, ALineOfTheOutlineGoesToItsFirstStep) {
  Driver driver(seeded_transformer());
  ASSERT_FALSE(driver.shows("step decoder.1.cross.head.0.q"));
  driver.click("layer decoder.1.self.head.0.q");
  EXPECT_EQ(driver.document().focus.stage, "decoder.1.self.head.0.q");
  driver.click("group decoder.1.cross.head.0.q");
  EXPECT_EQ(driver.document().focus.stage, "decoder.1.cross.head.0.q");
  driver.click("group source.tokens");
  EXPECT_EQ(driver.document().focus.stage, "source.tokens");
}

TEST(Walk, TheStripShowsEveryLayerOfAFeedForward) {
  Driver driver(seeded_transformer("encoder.0.ffn.hidden"));
  EXPECT_FALSE(driver.shows("head 1"));
  driver.click("layer 2");
  EXPECT_EQ(driver.document().focus.stage, "encoder.1.ffn.hidden");
}

TEST(Walk, TheStripShowsHeadsAndLayersOfAnAttention) {
  Driver driver(seeded_transformer("decoder.0.cross.head.0.weights"));
  driver.click("head 3");
  EXPECT_EQ(driver.document().focus.stage, "decoder.0.cross.head.2.weights");
  driver.click("layer 2");
  EXPECT_EQ(driver.document().focus.stage, "decoder.1.cross.head.2.weights");
}

TEST(Walk, TheStripOfASmallModelShowsEveryHeadOnce) {
  State state = seeded_transformer("encoder.1.self.head.0.weights");
  state.document.config.n_heads = 2;
  Driver driver(state, {1280, 720});
  driver.click("layer 1 head 2");
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.1.weights");
  EXPECT_TRUE(driver.shows("layer 2 head 1"));
  driver.click("head 1");
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.0.weights");
  EXPECT_FALSE(driver.shows("layer 1")) << "the layer one is in is not there twice";
}

// Where its whole name has no room, a head elsewhere keeps its number.
TEST(Walk, TheStripsHeadsOfAnotherLayerHaveDifferentNames) {
  State state = seeded_transformer("encoder.0.self.head.0.weights");
  state.document.config.n_heads = 2;
  for (const float width : {900.0f, 1024.0f, 1100.0f, 1280.0f}) {
    Driver driver(state, {width, 800});
    driver.frames(2);
    if (!driver.shows("layer 2 head 1")) continue;
    EXPECT_TRUE(says("E2 · Head 1") || says("Layer 2, head 1")) << width;
    EXPECT_TRUE(says("E2 · Head 2") || says("Layer 2, head 2")) << width;
  }
}

TEST(Walk, ANudgedFeedForwardMovesOneRow) {
  State state = seeded_transformer("encoder.0.ffn.hidden");
  state.document.focus.pinned = {2, 0};
  Driver driver(state);
  driver.click("Test: add 1 to input “sat”##nudge");
  ASSERT_TRUE(driver.document().config.nudge.has_value());
  EXPECT_EQ(driver.document().config.nudge->sublayer, "encoder.0.ffn");
  EXPECT_EQ(moved_rows(driver), (std::vector<engine::Index>{2}));
  driver.click("End the test (+1)##nudge");
  EXPECT_FALSE(driver.document().config.nudge.has_value());
}

TEST(Walk, ANudgedAttentionMovesEveryRow) {
  State state = seeded_transformer("encoder.0.self.output");
  state.document.focus.pinned = {2, 0};
  Driver driver(state);
  driver.click("Test: add 1 to input “sat”##nudge");
  EXPECT_EQ(moved_rows(driver), (std::vector<engine::Index>{0, 1, 2, 3, 4, 5, 6}));
}

TEST(Walk, ANudgedDecodersTokenMovesNoEarlierRow) {
  State state = seeded_transformer("decoder.0.self.output");
  state.document.focus.pinned = {1, 0};
  Driver driver(state);
  driver.click("Test: add 1 to input “chat”##nudge");
  EXPECT_EQ(moved_rows(driver), (std::vector<engine::Index>{1, 2, 3}));
}

TEST(Walk, AParameterHasNoRowToNudge) {
  const auto offers = [](const char* stage) {
    const Driver driver(seeded_transformer(stage));
    return driver.shows("Test: add 1 to input “the”##nudge") ||
           driver.shows("Test: add 1 to input “the₁”##nudge");
  };
  EXPECT_TRUE(offers("encoder.0.self.norm"));
  EXPECT_FALSE(offers("encoder.0.self.norm.weight"));
}

TEST(Walk, AttentionAloneHasNoNudgeAndNoOutline) {
  Driver driver;
  EXPECT_FALSE(driver.shows("group tokens"));
  EXPECT_FALSE(driver.shows("layer 1"));
  const auto items = {"Test: add 1 to input “the”##nudge", "Test: add 1 to input “cat”##nudge"};
  EXPECT_TRUE(std::none_of(items.begin(), items.end(), [&](const char* item) { return driver.shows(item); }));
}

TEST(Walk, EveryStageDrawsAtEverySizeInEveryOrderOfTheNorm) {
  for (const auto norm : {engine::NormOrder::kPost, engine::NormOrder::kPre, engine::NormOrder::kB2T}) {
    State state = seeded_transformer();
    state.document.config.norm = norm;
    state.document.config.tied_output = false;
    state.document.focus.pinned = {0, 0};
    Driver driver(state, {1280, 720});
    for (const engine::Stage& stage : driver.session().trace()->stages()) {
      const std::string next = stage.address;
      if (next.find("head.1") != std::string::npos || next.find("head.2") != std::string::npos) continue;
      driver.session().apply(
          [&] {
            Requests requests;
            requests.edit("", [&](State& changed) {
              changed.document.focus.stage = next;
              changed.document.focus.pinned = {0, 0};
            });
            return requests;
          }(),
          0);
      driver.frames(2);
      const auto canvas = driver.find("stage canvas");
      ASSERT_TRUE(canvas.has_value()) << next;
      EXPECT_GT(canvas->high.y - canvas->low.y, 60) << next;
    }
  }
}

TEST(Walk, ABatchIsWalkedThroughTheExampleOneStandsIn) {
  State state = seeded_transformer("batch.1.source.tokens");
  state.document.is_batch = true;
  state.document.text = "the cat sat\na dog";
  state.document.target = "le chat\nun chien";
  Driver driver(state);
  driver.press(ImGuiKey_Home);
  EXPECT_EQ(driver.document().focus.stage, "batch.1.source.tokens");
  driver.press(ImGuiKey_End);
  EXPECT_EQ(driver.document().focus.stage, "batch.1.probabilities");
}

TEST(Walk, ADigitPicksAHeadOfTheAttentionThatMadeOrReadsWhatOneSees) {
  Driver driver(seeded_transformer("probabilities"));
  driver.press(ImGuiKey_3);
  EXPECT_EQ(driver.document().focus.stage, "decoder.1.self.head.2.weights");
  driver.press(ImGuiKey_Home);
  driver.press(ImGuiKey_2);
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.1.weights");
}

TEST(Walk, AModelTooLargeForOneFrameOpensBeforeItsRunIsThere) {
  State state = seeded_transformer("encoder.5.ffn.hidden");
  state.document.config.encoder_layers = state.document.config.decoder_layers = 6;
  state.document.config.d_model = state.document.config.d_ff = 256;
  Driver driver(state);
  driver.session().settle();
  driver.frames(2);
  EXPECT_TRUE(driver.shows("step encoder.5.ffn.hidden"));
}

// What is open in the outline, in pixels of a room.
TEST(Outline, OpensWhatFitsAndAlwaysTheGroupOneStandsIn) {
  const Session session(seeded_transformer());
  const views::Facts facts(session.trace(), ui::Style{});
  const auto& walk = facts.walk("decoder.0.cross.head.0.k", 0);
  const size_t here = facts.step_of(walk, "decoder.0.cross.head.0.k");
  const auto steps_in = [&](float height) {
    const auto lines = views::outline(walk, here, {height, 22, 21});
    EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [&](const auto& line) {
      return line.kind == views::OutlineLine::Kind::kStep && line.step == here;
    }));
    return lines.size();
  };
  // 4 groups in no layer, 4 layers, 5 groups of this layer, 9 steps of this group.
  EXPECT_EQ(steps_in(100), 22U);
  // The groups before and after it too, 5 steps each.
  EXPECT_EQ(steps_in(700), 32U);
  // Rather all 16 groups in layers.
  EXPECT_EQ(steps_in(720), 33U);
  EXPECT_EQ(steps_in(1200), 43U);
}

}  // namespace
}  // namespace app
