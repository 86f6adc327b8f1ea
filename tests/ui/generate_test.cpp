// The decoder at work, driven as a person would: the next token, the list of all, and both ways to project.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/document/checkpoints.h"
#include "app/views/core/next_tokens.h"
#include "drawn_text.h"
#include "driver.h"

namespace app {
namespace {

State decoding(engine::Architecture architecture = engine::Architecture::kDecoder) {
  State state;
  state.document.text = "the cat sat on the mat";
  state.document.focus.view = "generate";
  set_architecture(state, architecture);
  return state;
}

// The most probable token after the last of the trace.
std::string most_probable(const engine::Trace& trace) {
  const int stage = trace.find("probabilities").value();
  const engine::Matrix row = trace.read_row(stage, trace.stage(stage).rows - 1);
  engine::Index best = 0;
  row.row(0).maxCoeff(&best);
  return trace.vocabulary().at(static_cast<size_t>(best));
}

TEST(Generate, GreedyAppendsTheMostProbableTokenEachTime) {
  Driver driver(decoding());
  std::vector<std::string> expected;
  for (int i = 0; i < 3; ++i) {
    expected.push_back(most_probable(*driver.session().trace()));
    driver.click("Add next token##next token");
    EXPECT_EQ(driver.document().generated, expected);
    const auto& tokens = driver.session().trace()->sequence(0).tokens;
    EXPECT_EQ(tokens.size(), 7U + static_cast<size_t>(i));
    EXPECT_EQ(tokens.back(), expected.back());
  }
}

TEST(Generate, NamesItsMapsInFull) {
  State state = decoding();
  state.document.text = "the cat that saw the dogs";
  EXPECT_FALSE(checkpoints::use("grammar", state.document));
  state.document.focus.view = "generate";
  Driver driver(state, {1280, 720});
  driver.frames(3);
  EXPECT_FALSE(says("Causal, 7 × 7")) << "here the weights need the room, and are hatched themselves";
  EXPECT_GE(times_said("Layer 1, head 1"), 2U) << "above the map, and in the strip of heads";
  // The strip shows scores: what it says of the weights is marked, or it tells the scores' range.
  EXPECT_TRUE(says("52 % first, after softmax"));
  EXPECT_FALSE(says("52 % on the first token"));
}

// What is written left of the map, not further than a label from this height.
std::vector<DrawnText> labels_near(const ui::RecordedItem& map, float height) {
  std::vector<DrawnText> labels;
  for (const DrawnText& drawn : drawn_frame().texts) {
    const bool is_left = drawn.high.x < map.low.x && drawn.low.x > map.low.x - 90;
    if (is_left && std::abs((drawn.low.y + drawn.high.y) / 2 - height) < 9) labels.push_back(drawn);
  }
  return labels;
}

TEST(Generate, NamesTheRowThatDecidesWhereOthersAreLeftOut) {
  State state = decoding();
  state.document.text = "the girl behind the kings sings because";
  for (int i = 0; i < 5; ++i) state.document.text += " the cat that saw the dogs sings because";
  EXPECT_FALSE(checkpoints::use("grammar", state.document));
  state.document.focus.view = "generate";
  state.document.focus.stage = "decoder.1.self.head.0.weights";
  const engine::Index rows = 48;
  state.document.focus.pinned = {rows - 2, 2};
  Driver driver(state, {1280, 720});
  driver.frames(3);
  ASSERT_EQ(driver.session().trace()->sequence(0).tokens.size(), static_cast<size_t>(rows));
  const auto map = driver.find("thumbnail decoder.1.self.head.0.weights");
  ASSERT_TRUE(map.has_value());
  const float row = (map->high.y - map->low.y) / static_cast<float>(rows);
  ASSERT_LT(row, 9) << "not every row can be named";
  // Beside the last row is its label alone, although the row above is pinned.
  const std::vector<DrawnText> labels = labels_near(*map, map->high.y - row / 2);
  ASSERT_FALSE(labels.empty());
  EXPECT_TRUE(labels.front().text.starts_with("because")) << labels.front().text;
}

TEST(Generate, SaysWhatHatchingIsOnlyWhereSomethingIsHatched) {
  State state = decoding();
  state.document.text = "the girl behind the kings sings because";
  EXPECT_FALSE(checkpoints::use("grammar", state.document));
  state.document.focus.view = "generate";
  Driver sure(state, {1280, 720});
  sure.frames(3);
  EXPECT_FALSE(says("Hatched: cut off")) << "all but one are too unlikely for a bar";
  State even = decoding(engine::Architecture::kTransformer);
  set_target(even, "le chat est assis");
  Driver unsure(even, {1280, 800});
  unsure.frames(3);
  EXPECT_TRUE(says("Hatched: cut off"));
}

TEST(Generate, OneStepBackUndoesOneToken) {
  Driver driver(decoding(engine::Architecture::kTransformer));
  for (int i = 0; i < 3; ++i) driver.press(i == 1 ? ImGuiKey_Space : ImGuiKey_Enter);
  const auto three = driver.document().generated;
  ASSERT_EQ(three.size(), 3U);
  driver.click("Take back##take back");
  EXPECT_EQ(driver.document().generated, std::vector<std::string>(three.begin(), three.end() - 1));
  driver.press(ImGuiKey_Backspace);
  EXPECT_EQ(driver.document().generated.size(), 1U);
  driver.press(ImGuiKey_Z, ImGuiMod_Ctrl);  // takes the taking back back
  EXPECT_EQ(driver.document().generated.size(), 2U);
}

TEST(Generate, UndoTakesAGeneratedTokenBack) {
  Driver driver(decoding());
  driver.press(ImGuiKey_Enter);
  driver.press(ImGuiKey_Enter);
  ASSERT_EQ(driver.document().generated.size(), 2U);
  driver.press(ImGuiKey_Z, ImGuiMod_Ctrl);
  EXPECT_EQ(driver.document().generated.size(), 1U);
}

std::optional<views::NextTokens> next_of(const engine::Trace& trace, const engine::Sampling& sampling) {
  const auto stage = views::probabilities_of(trace, -1);
  if (!stage) return std::nullopt;
  return views::next_tokens(trace, *stage, views::next_row(trace, *stage), sampling, 0);
}

TEST(Generate, TypingGeneratesNothing) {
  Driver driver(decoding());
  driver.click("##sequence");
  driver.press(ImGuiKey_Space);
  EXPECT_TRUE(driver.document().generated.empty());
  driver.press(ImGuiKey_Enter);
  EXPECT_TRUE(driver.document().generated.empty());
}

TEST(Generate, ListsEveryTokenAndTheirSumIsOne) {
  Driver driver(decoding());
  const size_t count = driver.session().trace()->vocabulary().size();
  ASSERT_EQ(count, 5U);
  for (size_t token = 0; token < count; ++token)
    EXPECT_TRUE(driver.shows("next " + std::to_string(token))) << token;
  EXPECT_FALSE(driver.shows("next " + std::to_string(count)));
  EXPECT_TRUE(driver.shows("sum 1.0000"));
}

TEST(Generate, ListsWhatFitsAndAll256BytesWhenAskedTo) {
  State state = decoding();
  state.document.tokenizer = text::TokenizerKind::kBytes;
  Driver driver(state, {1280, 720});
  const auto next = next_of(*driver.session().trace(), {});
  ASSERT_TRUE(next.has_value());
  ASSERT_EQ(next->ordered.size(), 256U);
  const auto item = [](const views::NextToken& token) { return "next " + std::to_string(token.token); };
  ASSERT_TRUE(driver.shows(item(next->ordered.front())));
  const auto listed = [&] {
    return std::ranges::count_if(next->ordered, [&](const auto& each) { return driver.shows(item(each)); });
  };
  EXPECT_LT(listed(), 30) << "the others are one line";
  driver.click("sum 1.0000");
  driver.frames(2);
  driver.move_to(item(next->ordered.front()));
  for (int i = 0; i < 100; ++i) driver.wheel(-5);
  EXPECT_TRUE(driver.shows(item(next->ordered.back())));
}

TEST(Generate, HoveringATokenExplainsItsProbability) {
  Driver driver(decoding());
  driver.move_to("next 2");
  const auto& trace = *driver.session().trace();
  EXPECT_EQ(driver.hover(), (engine::Cell{trace.find("probabilities").value(), 5, 2}));
}

TEST(Generate, SamplingSettingsAreUndoable) {
  Driver driver(decoding());
  driver.click("Sample##sampling.draw");
  EXPECT_FALSE(driver.document().sampling.greedy);
  EXPECT_TRUE(driver.shows("##sampling.top_k"));
  EXPECT_TRUE(driver.shows("##sampling.seed"));
  driver.press(ImGuiKey_Z, ImGuiMod_Ctrl);
  EXPECT_TRUE(driver.document().sampling.greedy);
}

TEST(Generate, OffersADecoderWhereThereIsNone) {
  State state;
  state.document.focus.view = "generate";
  Driver driver(state);
  EXPECT_FALSE(driver.shows("Add next token##next token"));
  driver.press(ImGuiKey_Enter);
  EXPECT_TRUE(driver.document().generated.empty());
  driver.click("Decoder only##generate.make_decoder");
  EXPECT_EQ(driver.document().config.architecture, engine::Architecture::kDecoder);
  EXPECT_TRUE(driver.shows("sum 1.0000"));
}

TEST(Generate, IsOffInABatchAndShowsTheFocusedExample) {
  State state = decoding();
  state.document.text = "the cat sat\nthe mat";
  set_batch(state, true);
  state.document.focus.stage = "batch.1.decoder.0.self.head.0.weights";
  Driver driver(state);
  driver.press(ImGuiKey_Enter);
  EXPECT_TRUE(driver.document().generated.empty());
  driver.move_to("next 0");
  const auto& trace = *driver.session().trace();
  // Its last token that is not padding.
  EXPECT_EQ(driver.hover(), (engine::Cell{trace.find("batch.1.probabilities").value(), 1, 0}));
}

// The pronoun is what the model is asked at, without anything pinned.
TEST(Guesses, BeginAtThePronoun) {
  State state;
  state.document.text = "the zebra did not cross the lane because it was too tired";
  ASSERT_FALSE(checkpoints::use("who", state.document).has_value());
  state.document.focus.view = "generate";
  Driver driver(state);
  const auto& trace = *driver.session().trace();
  const int probabilities = trace.find("probabilities").value();
  driver.move_to("next 3");  // <unk>, the first in the list
  EXPECT_EQ(driver.hover(), (engine::Cell{probabilities, 9, 3}));
  EXPECT_EQ(trace.sequence(0).tokens.at(9), "it");
}

TEST(NextTokens, AreSortedAndWhatIsLeftOutHasNoChance) {
  Driver driver(decoding());
  const engine::Sampling sampling{.greedy = false, .temperature = 0.7, .top_k = 2};
  const auto next = next_of(*driver.session().trace(), sampling);
  ASSERT_TRUE(next.has_value());
  ASSERT_EQ(next->ordered.size(), 5U);
  EXPECT_NEAR(next->probability_sum, 1, 1e-6);
  EXPECT_NEAR(next->chance_sum, 1, 1e-12);
  EXPECT_TRUE(std::is_sorted(next->ordered.begin(), next->ordered.end(),
                             [](const auto& a, const auto& b) { return a.probability > b.probability; }));
  for (size_t i = 0; i < 5; ++i) EXPECT_EQ(next->ordered[i].chance > 0, i < 2) << i;
}

State projecting(const std::string& stage) {
  State state;
  state.document.config.model = engine::ModelKind::kSeeded;
  state.document.focus.view = "projections";
  state.document.focus.stage = stage;
  return state;
}

TEST(Projections, BothWaysGiveTheSameNumbers) {
  Driver driver(projecting("encoder.0.self.head.1.scores"));
  EXPECT_TRUE(driver.shows("difference 0"));
  driver.click("Keys##projection k");
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.1.k");
  EXPECT_TRUE(driver.shows("difference 0"));
}

TEST(Projections, DrawTheInputOnceAndNameTheHeadsAfterEachCut) {
  State state = projecting("encoder.0.self.head.1.q");
  state.document.text = "cat sat";
  Driver driver(state);
  driver.frame();
  const ui::RecordedItem canvas = driver.find("projections canvas").value();
  std::vector<std::string> inside;
  for (const DrawnText& text : drawn_frame().texts) {
    if (text.low.x >= canvas.low.x && text.high.x <= canvas.high.x && text.low.y >= canvas.low.y &&
        text.high.y <= canvas.high.y)
      inside.push_back(text.text);
  }
  EXPECT_EQ(std::ranges::count(inside, "sat"), 1);
  EXPECT_EQ(std::ranges::count(inside, "Head 2"), 2);
}

TEST(Projections, RefuseSlicesThatDoNotDivideAndOfferOnesThatDo) {
  State state = projecting("encoder.0.self.head.0.q");
  state.document.config.n_heads = 5;
  state.document.config.d_k = 12;
  Driver driver(state);
  EXPECT_FALSE(driver.shows("projections canvas"));
  driver.click("8 heads of 8");
  EXPECT_TRUE(driver.shows("projections canvas"));
  EXPECT_EQ(driver.document().config.n_heads, 8);
  EXPECT_EQ(driver.document().config.d_k, 8);
  EXPECT_EQ(driver.document().config.d_v, 8);
}

}  // namespace
}  // namespace app
