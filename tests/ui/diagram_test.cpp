// The model's diagram, driven: where clicks lead, and what its switches do to the numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "app/document/checkpoints.h"
#include "app/session/changes.h"
#include "drawn_text.h"
#include "driver.h"
#include "tests/ui/outlined.h"
#include "tests/ui/states.h"

namespace app {
namespace {

using engine::Architecture;
using engine::NormOrder;

State model(Architecture architecture, NormOrder norm = NormOrder::kPost) {
  State state;
  state.document.text = "the cat sat";
  state.document.target = "le chat";
  set_architecture(state, architecture);
  state.document.config.norm = norm;
  state.document.focus.view = "model";
  if (architecture == Architecture::kDecoder) state.document.focus.stage = "decoder.0.self.head.0.weights";
  return state;
}

// High enough that nothing of it is scrolled away.
constexpr ImVec2 kRoomy(1920, 1600);

TEST(Diagram, ABlockOpensItsStage) {
  Driver driver(model(Architecture::kTransformer), kRoomy);
  for (const char* address :
       {"source.embedding", "target.position", "target.input", "encoder.0.self.norm",
        "encoder.0.self.residual", "decoder.0.ffn.output", "decoder.0.cross.head.0.weights", "encoder.output",
        "logits", "probabilities"}) {
    driver.click(std::string("block ") + address);
    EXPECT_EQ(driver.document().focus.stage, address);
    EXPECT_EQ(driver.document().focus.view, "stage");
    driver.press(ImGuiKey_M);
    EXPECT_EQ(driver.document().focus.view, "model");
  }
}

TEST(Diagram, HasAKeyToItsSigns) {
  for (const Architecture architecture :
       {Architecture::kEncoder, Architecture::kDecoder, Architecture::kTransformer}) {
    Driver driver(model(architecture), {1280, 720});
    driver.frames(2);
    for (const char* words : {"adds", "opens", "on: click for off", "queries, keys, values"})
      EXPECT_TRUE(says(words)) << words;
  }
  State state = model(Architecture::kEncoder);
  state.document.focus.pinned = {1, 2};
  Driver driver(state, {1920, 1080});
  driver.frames(2);
  EXPECT_TRUE(says("row of “cat”"));
  EXPECT_TRUE(says("negative")) << "what green and pink mean";
}

// From its input to its output: a model is not understood from a part of it.
TEST(Diagram, LargeTextIsAsLargeAsTheWholeModelLetsItBe) {
  State state = model(Architecture::kEncoder, NormOrder::kPre);
  choose_text_size(state.preferences, 200);
  state.document.focus.stage = "embedding";
  Driver driver(state, {1280, 720});
  driver.frames(4);
  const auto height_of_name = [] {
    const auto texts = drawn_frame().texts;
    const auto found = std::ranges::find(texts, "Feed-forward", &DrawnText::text);
    return found == texts.end() ? 0 : found->high.y - found->low.y;
  };
  const float large = height_of_name();
  for (const char* const block :
       {"embedding", "encoder.0.self.norm", "encoder.0.ffn.output", "encoder.output"}) {
    const auto found = driver.find(std::string("block ") + block);
    ASSERT_TRUE(found) << block;
    EXPECT_GT(found->low.y, 160) << block;
    EXPECT_LT(found->high.y, 700) << block;
  }
  EXPECT_TRUE(says("Encoder only")) << "the title is there still";
  choose_text_size(state.preferences, 100);
  Driver usual(state, {1280, 720});
  usual.frames(4);
  EXPECT_GT(large, 1.15f * height_of_name());
}

TEST(Diagram, ShowsTheMapsOfTheStepOneIsAt) {
  State state = model(Architecture::kEncoder);
  state.document.focus.stage = "encoder.0.self.head.0.scores";
  Driver driver(state, kRoomy);
  driver.frames(2);
  EXPECT_TRUE(says("Scores of 4 heads"));
  EXPECT_FALSE(says("Weights of 4 heads"));
  driver.click("map encoder.0.self.head.1.scores");
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.1.scores");
}

// Where positions are encoded elsewhere, their block says where instead of showing zeros.
TEST(Diagram, SaysWhatTurnsWhereNoPositionsAreAdded) {
  State state = model(Architecture::kEncoder);
  state.document.config.positions = engine::PositionKind::kRotary;
  state.document.focus.stage = "position";
  Driver driver(state, {1280, 720});
  driver.frames(2);
  EXPECT_TRUE(says("Queries and keys turn."));
  EXPECT_TRUE(says("this model rotates queries and keys by their position instead"));
}

// Gemma 2 normalises what a sub-layer adds, too.
TEST(Diagram, DrawsTheNormsOfWhatSubLayersAdd) {
  State state;
  const auto path = std::filesystem::path(HEADLIGHT_TEST_DATA) / "golden/checkpoints/gemma2";
  ASSERT_FALSE(checkpoints::use(path.string(), state.document).has_value());
  state.document.focus.view = "model";
  Driver driver(state, kRoomy);
  driver.frames(2);
  EXPECT_TRUE(driver.shows("block decoder.0.self.output.normed"));
  driver.click("block decoder.0.ffn.output.normed");
  EXPECT_EQ(driver.document().focus.stage, "decoder.0.ffn.output.normed");
  driver.press(ImGuiKey_M);
  driver.frames(2);
  EXPECT_TRUE(says("You are here: Normed output"));
}

TEST(Diagram, ATransformerStandsWholeInASmallWindow) {
  constexpr ImVec2 kSmall(1280, 720);
  Driver driver(model(Architecture::kTransformer), kSmall);
  for (const char* block : {"block probabilities", "block source.embedding", "block target.embedding"}) {
    const auto item = driver.find(block);
    ASSERT_TRUE(item.has_value()) << block;
    EXPECT_GT(item->low.y, 210) << block;
    EXPECT_LT(item->high.y, kSmall.y - 24) << block;
  }
}

bool is_drawn(const std::string& words) {
  const auto texts = drawn_frame().texts;
  return std::any_of(texts.begin(), texts.end(),
                     [&](const DrawnText& text) { return text.text.find(words) != std::string::npos; });
}

TEST(Diagram, SaysWhatTheBlockIsForThatIsPointedAtOrFocused) {
  State state = model(Architecture::kEncoder);
  state.document.focus.stage = "encoder.0.self.head.1.scores";
  Driver driver(state, {1280, 720});
  driver.frames(4);
  EXPECT_TRUE(is_drawn("Each token gathers"));
  EXPECT_TRUE(is_drawn("You are here"));
  driver.move_to("block encoder.0.ffn.output");
  driver.frames(4);
  EXPECT_TRUE(is_drawn("Works on each token"));
  EXPECT_FALSE(is_drawn("Each token gathers"));
  EXPECT_FALSE(is_drawn("You are here"));
}

// The maps are those of the weights, wherever one is.
TEST(Diagram, MapsOfWeightsAreCalledWeights) {
  State state = model(Architecture::kTransformer);
  state.document.focus.stage = "encoder.0.self.head.0.scores";
  Driver driver(state, kRoomy);
  driver.frames(4);
  EXPECT_TRUE(is_drawn("Weights of 4 heads"));
}

TEST(Diagram, GrowsWithTheWindow) {
  const auto height_in = [](ImVec2 window) {
    Driver driver(model(Architecture::kEncoder), window);
    driver.frames(4);
    const auto texts = drawn_frame().texts;
    const auto found = std::find_if(texts.begin(), texts.end(),
                                    [](const DrawnText& text) { return text.text == "Feed-forward"; });
    return found == texts.end() ? 0 : found->high.y - found->low.y;
  };
  EXPECT_GT(height_in({1920, 1080}), 1.2f * height_in({1280, 720}));
}

TEST(Diagram, AMapOpensItsHead) {
  Driver driver(model(Architecture::kTransformer), kRoomy);
  driver.click("map decoder.0.self.head.2.weights");
  EXPECT_EQ(driver.document().focus.stage, "decoder.0.self.head.2.weights");
  EXPECT_EQ(driver.document().focus.view, "stage");
}

TEST(Diagram, AResidualArrowIsSwitchedOffAndOnAgain) {
  Driver driver(model(Architecture::kTransformer), kRoomy);
  const engine::Matrix before = numbers_of(driver, "encoder.0.self.residual");
  driver.click("arrow encoder.0.self.residual");
  EXPECT_TRUE(driver.document().config.is_off("encoder.0.self.residual"));
  EXPECT_EQ(numbers_of(driver, "encoder.0.self.residual"), numbers_of(driver, "encoder.0.self.output"));
  EXPECT_EQ(driver.document().focus.view, "model");
  driver.click("arrow encoder.0.self.residual");
  EXPECT_TRUE(driver.document().config.off.empty());
  EXPECT_EQ(numbers_of(driver, "encoder.0.self.residual"), before);
}

TEST(Diagram, ADotSwitchesASublayerOrANorm) {
  Driver driver(model(Architecture::kTransformer), kRoomy);
  driver.click("dot decoder.0.cross.output");
  EXPECT_EQ(numbers_of(driver, "decoder.0.cross.residual"), numbers_of(driver, "decoder.0.self.norm"));
  driver.click("dot decoder.0.ffn.norm");
  EXPECT_EQ(numbers_of(driver, "decoder.0.ffn.norm"), numbers_of(driver, "decoder.0.ffn.residual"));
  driver.click("dot decoder.0.cross.output");
  driver.click("dot decoder.0.ffn.norm");
  EXPECT_TRUE(driver.document().config.off.empty());
}

TEST(Diagram, TheLayersInputIsSwitchedOnItsOwnInB2T) {
  Driver driver(model(Architecture::kEncoder, NormOrder::kB2T), kRoomy);
  driver.click("arrow encoder.0.ffn.residual.input");
  EXPECT_EQ(driver.document().config.off, std::vector<std::string>{"encoder.0.ffn.residual.input"});
}

TEST(Diagram, SwitchingTouchesTheDrawnLayerOnly) {
  Driver driver(model(Architecture::kTransformer), kRoomy);
  driver.click("encoder layer 2");
  EXPECT_EQ(engine::parse_address(driver.document().focus.stage).layer, 1);
  EXPECT_EQ(driver.document().focus.view, "model");
  driver.click("arrow encoder.1.ffn.residual");
  EXPECT_EQ(driver.document().config.off, std::vector<std::string>{"encoder.1.ffn.residual"});
}

TEST(Diagram, ALayersTabKeepsTheStage) {
  State state = model(Architecture::kTransformer);
  state.document.focus.stage = "decoder.0.ffn.hidden";
  Driver driver(state, kRoomy);
  EXPECT_TRUE(driver.shows("block decoder.0.ffn.output"));
  driver.click("decoder layer 2");
  EXPECT_EQ(driver.document().focus.stage, "decoder.1.ffn.hidden");
  EXPECT_TRUE(driver.shows("block decoder.1.ffn.output"));
  EXPECT_FALSE(driver.shows("block decoder.0.ffn.output"));
}

TEST(Diagram, EveryArchitectureInEveryOrderShowsItsBlocks) {
  for (const auto architecture : {Architecture::kAttention, Architecture::kEncoder, Architecture::kDecoder,
                                  Architecture::kTransformer}) {
    for (const auto norm : {NormOrder::kPost, NormOrder::kPre, NormOrder::kB2T}) {
      Driver driver(model(architecture, norm), kRoomy);
      const bool encodes = architecture != Architecture::kDecoder;
      const bool decodes = driver.document().config.has_decoder();
      EXPECT_EQ(driver.shows("block encoder.0.self.head.0.weights"), encodes);
      EXPECT_EQ(driver.shows("block decoder.0.self.head.0.weights"), decodes);
      EXPECT_EQ(driver.shows("block decoder.0.cross.head.0.weights"),
                architecture == Architecture::kTransformer);
      EXPECT_EQ(driver.shows("block probabilities"), decodes);
      EXPECT_EQ(driver.shows("arrow encoder.0.ffn.residual"),
                encodes && architecture != Architecture::kAttention);
    }
  }
}

TEST(Diagram, TheBlockThatIsLookedAtIsScrolledIntoView) {
  for (const char* address : {"target.embedding", "probabilities"}) {
    State state = model(Architecture::kTransformer);
    state.document.focus.stage = address;
    Driver driver(state, {1280, 720});
    const auto block = driver.find(std::string("block ") + address);
    ASSERT_TRUE(block.has_value()) << address;
    driver.click(std::string("block ") + address);
    EXPECT_EQ(driver.document().focus.view, "stage") << address;
  }
}

TEST(Diagram, ABatchShowsTheExampleThatIsLookedAt) {
  State state = model(Architecture::kTransformer);
  state.document.text = "the cat sat\nit slept";
  state.document.target = "le chat\nil dort";
  set_batch(state, true);
  state.document.focus.stage = "batch.1.encoder.0.self.norm";
  Driver driver(state, kRoomy);
  driver.click("block encoder.0.ffn.norm");
  EXPECT_EQ(driver.document().focus.stage, "batch.1.encoder.0.ffn.norm");
}

TEST(Diagram, TheBlockThatIsLookedAtIsMarked) {
  State state = model(Architecture::kTransformer);
  state.document.focus.stage = "encoder.0.ffn.hidden";
  Driver driver(state, kRoomy);
  const ImU32 ink = ui::make_style(state.preferences, {}, 1).colours.ink;
  EXPECT_GT(outlined(driver, "block encoder.0.ffn.output", ink), 0);
  EXPECT_EQ(outlined(driver, "block encoder.0.self.head.0.weights", ink), 0);
  driver.press(ImGuiKey_Home);
  EXPECT_EQ(outlined(driver, "block encoder.0.ffn.output", ink), 0);
  EXPECT_GT(outlined(driver, "block source.embedding", ink), 0);
}

TEST(Diagram, SaysAfterWhichWordTheNextTokenComesAndWhatIsPredictedAtOne) {
  Driver translates(model(Architecture::kTransformer), {1280, 720});
  translates.frames(2);
  EXPECT_TRUE(says("Next token after “chat”:"));
  State state;
  ASSERT_FALSE(checkpoints::use("who", state.document).has_value());
  state.document.text = "the cat sat because it was tired";
  state.document.focus.view = "model";
  Driver reads(state, {1280, 720});
  reads.frames(2);
  EXPECT_TRUE(says("“it” means:")) << "where the model says another word";
  EXPECT_TRUE(says("Norm → Encoder output")) << "Pre-LN normalises the last sum once more";
  state.document.focus.pinned = {7, 5};
  Driver elsewhere(state, {1280, 720});
  elsewhere.frames(2);
  EXPECT_TRUE(says("A prediction for each position; at “tired”:"));
}

// "it" reads from "tired", in a trained model.
State pinned_pair() {
  State state;
  EXPECT_FALSE(checkpoints::use("who", state.document).has_value());
  state.document.text = "the cat sat because it was tired";
  state.document.focus.view = "model";
  state.document.focus.stage = "encoder.0.self.head.0.weights";
  state.document.focus.pinned = {5, 7};
  return state;
}

TEST(Diagram, ThePinnedQueryAndKeyAreInTheirColoursAmongTheTokens) {
  Driver driver(pinned_pair(), {1280, 720});
  driver.frames(2);
  const ui::Colours& colours = ui::make_style(driver.session().preferences(), {}, 1).colours;
  const auto texts = drawn_frame().texts;
  for (const auto& [token, colour] : {std::pair{"it", colours.query}, std::pair{"tired", colours.key}}) {
    const DrawnText* lowest = nullptr;
    for (const DrawnText& text : texts) {
      if (text.text == token && (lowest == nullptr || text.low.y > lowest->low.y)) lowest = &text;
    }
    ASSERT_NE(lowest, nullptr) << token;
    EXPECT_EQ(lowest->colour, colour) << token;
  }
}

// A block's picture is the row of the explained query alone, with its token's name; without one it is the
// whole stage.
TEST(Diagram, ABlocksPictureIsTheRowOfTheExplainedQuery) {
  const auto named = [](const State& state) {
    Driver driver(state, {1280, 720});
    driver.frames(2);
    const ImU32 colour = ui::make_style(driver.session().preferences(), {}, 1).colours.query;
    const auto texts = drawn_frame().texts;
    return std::ranges::count_if(
        texts, [&](const DrawnText& text) { return text.text == "it" && text.colour == colour; });
  };
  State state = pinned_pair();
  EXPECT_GE(named(state), 8) << "beside seven pictures, and among the tokens";
  state.document.focus.pinned.reset();
  EXPECT_EQ(named(state), 0);
}

// In its small pictures no cell can be read: what one is at is drawn again, with the names of its tokens.
TEST(Diagram, WhatOneIsAtIsDrawnLargeWhereThereIsRoom) {
  Driver driver(pinned_pair(), {1920, 1080});
  const auto named_beside = [&] {
    driver.frames(3);
    const auto texts = drawn_frame().texts;
    const auto figure = driver.find("block encoder.0.ffn.output");
    return std::ranges::count_if(texts, [&](const DrawnText& text) {
      return text.text == "because" && text.high.x < figure->low.x && text.low.y > 400;
    });
  };
  EXPECT_EQ(named_beside(), 2);  // its row and its column
  EXPECT_TRUE(is_drawn("You are here: Head 1 · Attention weights"));
  const engine::Trace& trace = *driver.session().trace();
  const float weight = trace.at(trace.find("encoder.0.self.head.0.weights").value(), 5, 7);
  EXPECT_TRUE(says("it → tired: " + std::to_string(std::lround(100 * weight)) + " %"));
  driver.move_to("block encoder.0.ffn.output");
  EXPECT_EQ(named_beside(), 1);
  EXPECT_FALSE(is_drawn("You are here"));
}

// Below the picture, not at the far end of the column.
TEST(Diagram, TheKeyIsBelowThePicture) {
  Driver driver(pinned_pair(), {1920, 1080});
  driver.frames(3);
  const auto texts = drawn_frame().texts;
  const auto figure = driver.find("block encoder.0.ffn.output");
  const auto lowest = [&](const std::string& words) {
    float y = 0;
    for (const DrawnText& text : texts) {
      const bool is_left = text.high.x < figure->low.x && text.low.y > 400;
      if (is_left && text.text.find(words) != std::string::npos) y = std::max(y, text.low.y);
    }
    return y;
  };
  EXPECT_GT(lowest("adds"), lowest("tired"));
  EXPECT_LT(lowest("adds"), lowest("tired") + 100);
}

// Where there is little room, the picture comes first and the key is a button.
TEST(Diagram, LargeTextFoldsTheKeyAndKeepsThePicture) {
  State state = pinned_pair();
  choose_text_size(state.preferences, 200);
  Driver driver(state, {1280, 720});
  driver.frames(4);
  EXPECT_TRUE(is_drawn("You are here"));
  EXPECT_TRUE(says("it → tired: "));
  EXPECT_FALSE(says("Adds what meets there"));
  driver.click("Legend ▾##diagram key");
  driver.frames(2);
  for (const char* words : {"Adds what meets there", "Opens into its steps", "On: click to switch it off",
                            "Queries, keys and values", "Negative numbers", "Tokens × numbers per token"})
    EXPECT_TRUE(says(words)) << words;
}

TEST(Diagram, TheMapsOfABlockAreNamedOnTheirLeft) {
  Driver driver(pinned_pair(), {1280, 720});
  driver.frames(3);
  const auto texts = drawn_frame().texts;
  for (const int head : {0, 1}) {
    const auto map = driver.find("map encoder.0.self.head." + std::to_string(head) + ".weights").value();
    EXPECT_TRUE(std::ranges::any_of(texts, [&](const DrawnText& text) {
      return text.text.ends_with(std::to_string(head + 1)) && text.high.x < map.low.x &&
             text.high.x > map.low.x - 20 && text.low.y > map.low.y && text.high.y < map.high.y;
    })) << head;
  }
}

TEST(Diagram, ALayersFrameSaysHowManyThereAre) {
  Driver driver(pinned_pair(), {1280, 720});
  driver.frames(2);
  EXPECT_TRUE(says("2 encoder layers"));
  EXPECT_FALSE(says("×2"));
}

}  // namespace
}  // namespace app
