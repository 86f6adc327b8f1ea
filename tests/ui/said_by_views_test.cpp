// What views say of what they show, read as it was drawn.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>
#include <string>

#include "app/document/checkpoints.h"
#include "app/session/examples.h"
#include "app/session/learning.h"
#include "app/session/presets.h"
#include "app/session/steps.h"
#include "app/views/core/next_tokens.h"
#include "app/views/heads/head_patterns.h"
#include "app/views/labs/efficient/efficient_lab.h"
#include "app/views/stage/layer_readings.h"
#include "app/views/stage/picture_words.h"
#include "drawn_text.h"
#include "driver.h"
#include "engine/analysis/logit_lens.h"
#include "engine/analysis/row_peaks.h"
#include "engine/core/address.h"
#include "tests/ui/outlined.h"
#include "tests/ui/states.h"

namespace app {
namespace {

// The trained model that says whom "it" means: "it" is token 9, "animal" token 2.
State who_is_meant(const char* view, std::string stage = "encoder.1.self.head.0.weights") {
  State state;
  state.document.text = "the animal did not cross the street because it was too tired";
  EXPECT_FALSE(checkpoints::use("who", state.document));
  state.document.focus.stage = std::move(stage);
  state.document.focus.view = view;
  return state;
}

void settle(Driver& driver) {
  driver.frames(2);
  driver.session().settle();
  driver.frames(3);
}

std::vector<std::string> drawn_texts() {
  std::vector<std::string> texts;
  for (const DrawnText& drawn : drawn_frame().texts) texts.push_back(drawn.text);
  return texts;
}

// Thin letters of small type are not found among what was drawn.
std::string without_thin(std::string text) {
  std::erase_if(text,
                [](char letter) { return std::string_view("lI .,:").find(letter) != std::string::npos; });
  return text;
}

bool is_drawn(const std::string& part) {
  return std::ranges::any_of(drawn_texts(), [&, wanted = without_thin(part)](const std::string& text) {
    return without_thin(text).find(wanted) != std::string::npos;
  });
}

TEST(WhatIsSaid, AHeadWithoutAHabitNamesWhatItPlainlyReads) {
  Driver driver(who_is_meant("heads"), {1280, 720});
  settle(driver);
  EXPECT_TRUE(is_drawn("it: animal"));
  // The pinned query comes first, where it reads one word.
  State pinned = who_is_meant("heads");
  pinned.document.focus.pinned = {10, 2};
  Driver other(pinned, {1280, 720});
  settle(other);
  EXPECT_TRUE(is_drawn("was: animal"));
  // So does the token that is followed.
  State followed = who_is_meant("heads");
  followed.document.focus.token = 10;
  Driver third(followed, {1280, 720});
  settle(third);
  EXPECT_TRUE(is_drawn("was: animal"));
}

// Of every head the same is said, whatever stands out in it elsewhere.
TEST(WhatIsSaid, ACaptionNamesAllThatThePinnedQueryReadsBeforeTheStrongestWeight) {
  State state = who_is_meant("heads", "encoder.0.self.head.0.weights");
  state.document.focus.pinned = {9, 12};
  Driver driver(state, {1280, 720});
  settle(driver);
  for (const char* const head : {"0", "1"}) {
    const std::string map = std::string("encoder.0.self.head.") + head + ".weights";
    const std::string read =
        views::reading_words(driver.view(), driver.session().trace()->find(map).value(), 10'000);
    EXPECT_NE(read.find(", "), std::string::npos) << read;
    EXPECT_TRUE(is_drawn(read)) << read;
  }
}

TEST(WhatIsSaid, HeadsAreComparedAtThePinnedQuery) {
  State state = who_is_meant("heads", "encoder.0.self.head.0.weights");
  state.document.focus.pinned = {9, 2};
  Driver driver(state, {1280, 720});
  settle(driver);
  const engine::Trace& trace = driver.view().trace();
  const auto row_of = [&](int head) {
    return trace.read_row(trace.find(engine::in_head("encoder.0.self.head.0.weights", head)).value(), 9);
  };
  const engine::Matrix gap = (row_of(0) - row_of(1)).cwiseAbs();
  engine::Index key = 0;
  gap.row(0).maxCoeff(&key);
  EXPECT_TRUE(is_drawn("heads differ most on “" + driver.view().facts.labels(0)[static_cast<size_t>(key)]));
  state.document.focus.pinned.reset();
  Driver plain(state, {1280, 720});
  settle(plain);
  EXPECT_FALSE(is_drawn("heads differ most"));
}

TEST(WhatIsSaid, OfTwoHeadsWhichQueryIsMeantAndWhereEachIsStrongest) {
  State state = who_is_meant("heads", "encoder.0.self.head.0.weights");
  state.document.focus.pinned = {9, 2};
  Driver driver(state, {1280, 720});
  settle(driver);
  EXPECT_TRUE(is_drawn("For “it”: "));
  EXPECT_TRUE(is_drawn("in both heads"));
  for (const char* head : {"0", "1"}) {
    const engine::Trace& trace = driver.view().trace();
    const int stage = trace.find(std::string("encoder.0.self.head.") + head + ".weights").value();
    const engine::RowPeak most = engine::row_peaks(trace, stage, false).front();
    if (most.row == 9) continue;
    const auto& labels = driver.view().facts.labels(0);
    EXPECT_TRUE(is_drawn("largest: " + labels[static_cast<size_t>(most.row)] + " → " +
                         labels[static_cast<size_t>(most.column)]))
        << head;
  }
}

TEST(EveryHead, AnotherLayerIsOneClickAway) {
  State state = who_is_meant("heads", "encoder.0.self.head.1.weights");
  state.document.focus.pinned = {9, 2};
  Driver driver(state, {1280, 720});
  settle(driver);
  driver.click("heads in layer 2");
  EXPECT_EQ(driver.document().focus.stage, "encoder.1.self.head.1.weights");
  EXPECT_EQ(driver.document().focus.view, "heads");
  EXPECT_TRUE(driver.document().focus.pinned.has_value());
}

// Below large maps, and only there: the row that they outline, and pointing at a bar explains its weight.
TEST(EveryHead, TheRowOfAPinnedQueryStandsBelowAsBars) {
  State state = who_is_meant("heads", "encoder.0.self.head.0.weights");
  state.document.focus.pinned = {9, 2};
  Driver large(state, {1920, 1080});
  settle(large);
  EXPECT_TRUE(is_drawn("What “it” reads"));
  const engine::Trace& trace = large.view().trace();
  const int second = trace.find("encoder.0.self.head.1.weights").value();
  std::set<engine::Index> keys;
  const auto maps = {large.find("map 1").value(), large.find("map 2").value()};
  const float below = std::max(maps.begin()->high.y, (maps.begin() + 1)->high.y) + 60;
  for (float x = maps.begin()->low.x; x < (maps.begin() + 1)->high.x; x += 6) {
    large.move({x, below});
    if (large.hover().stage == second && large.hover().row == 9) keys.insert(large.hover().column);
  }
  EXPECT_EQ(static_cast<engine::Index>(keys.size()), trace.stage(second).columns);
  Driver driver(state, {1280, 720});
  settle(driver);
  EXPECT_FALSE(is_drawn("What “it” reads"));
}

TEST(WhatIsSaid, OneTokensPictureHasTheWordThatTheModelForetells) {
  State state = who_is_meant("stage", "encoder.0.self.head.0.weights");
  state.document.focus.token = 9;
  Driver driver(state, {1280, 720});
  settle(driver);
  EXPECT_FALSE(driver.shows("picture k 3")) << "not every key has room";
  EXPECT_TRUE(driver.shows("picture k 2"));
}

// "tired 76 %": the key with the greatest weight of a layer's heads, computed here.
std::string strongest_reading(const views::Frame& frame, int layer, engine::Index query) {
  engine::Index best = 0;
  float most = 0;
  for (const char* const head : {"0", "1"}) {
    const std::string map = "encoder." + std::to_string(layer) + ".self.head." + head + ".weights";
    const engine::Matrix row = frame.trace().read_row(frame.trace().find(map).value(), query);
    engine::Index key = 0;
    if (const float weight = row.row(0).maxCoeff(&key); weight > most) {
      best = key;
      most = weight;
    }
  }
  return frame.facts.labels(0)[static_cast<size_t>(best)] + " " + views::percent(static_cast<double>(most));
}

TEST(WhatIsSaid, WhatThePinnedQueryReadsIsInTheTabOfEachLayerOfTheModel) {
  for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1920, 1080)}) {
    State state = who_is_meant("model", "encoder.0.self.head.0.weights");
    state.document.focus.pinned = {9, 12};
    Driver driver(state, size);
    settle(driver);
    const std::string before = "it → ";
    EXPECT_TRUE(is_drawn("1" + before + strongest_reading(driver.view(), 0, 9))) << size.x;
    EXPECT_TRUE(is_drawn("2" + before + strongest_reading(driver.view(), 1, 9))) << size.x;
    state.document.focus.pinned.reset();
    Driver plain(state, size);
    settle(plain);
    EXPECT_FALSE(is_drawn("2" + before + strongest_reading(plain.view(), 1, 9))) << size.x;
  }
}

// Scores of a layer are not pale because another layer's are larger; where layers are seen side by side, one
// colour is one number.
TEST(WhatIsSaid, ALayersColoursUseItsScaleAndThoseOfTheGridThatOfAllLayers) {
  Driver driver(who_is_meant("stage", "encoder.0.self.head.0.masked"), {1920, 1080});
  settle(driver);
  const engine::Trace& trace = *driver.session().trace();
  const views::Facts& facts = driver.view().facts;
  std::vector<float> largest;
  std::vector<float> ends;
  for (const char* const layer : {"0", "1"}) {
    const int stage = trace.find(std::string("encoder.") + layer + ".self.head.0.masked").value();
    largest.push_back(look::largest_in(trace, across_heads(trace, stage)));
    EXPECT_GE(facts.scale(stage).high, largest.back());
    EXPECT_LE(facts.scale(stage).high, largest.back() * 4 / 3);
    ends.push_back(facts.scale_of_layers(stage).high);
  }
  ASSERT_NE(largest[0], largest[1]);
  EXPECT_EQ(ends[0], ends[1]);
  EXPECT_GE(ends[0], std::max(largest[0], largest[1]));
  EXPECT_LT(std::min(facts.scale(trace.find("encoder.0.self.head.0.masked").value()).high,
                     facts.scale(trace.find("encoder.1.self.head.0.masked").value()).high),
            ends[0]);
}

// In the layer that finds who is tired, the answer appears: before it another word is the likeliest.
TEST(WhatIsSaid, EachSumOfTheModelNamesWhatWouldBePredictedIfItEndedThere) {
  for (int layer = 0; layer < 2; ++layer) {
    const std::string address = "encoder." + std::to_string(layer);
    State state = who_is_meant("model", address + ".self.head.0.weights");
    state.document.focus.pinned = {9, 2};
    Driver driver(state, {1920, 1080});
    settle(driver);
    const engine::Trace& trace = *driver.session().trace();
    for (const char* const sum : {".self.residual", ".ffn.residual"}) {
      const engine::Matrix shares = engine::logit_lens(trace, trace.find(address + sum).value(), 9).value();
      engine::Index best = 0;
      const auto share = static_cast<double>(shares.row(0).maxCoeff(&best));
      const std::string& word = driver.view().facts.vocabulary()[static_cast<size_t>(best)];
      EXPECT_TRUE(is_drawn("if it ended here: " + word + " " + views::percent(share))) << word;
      EXPECT_EQ(word == "animal", layer == 1) << word;
    }
  }
}

TEST(WhatIsSaid, NothingIsPredictedWhereNothingWasTrained) {
  State state = who_is_meant("model", "encoder.0.self.head.0.weights");
  state.document.focus.pinned = {2, 2};
  Driver elsewhere(state, {1920, 1080});
  settle(elsewhere);
  EXPECT_FALSE(is_drawn("if it ended here")) << "only at “it” the model names another word";
  State random;
  random.document.text = "the cat sat";
  set_architecture(random, engine::Architecture::kDecoder);
  random.document.config.norm = engine::NormOrder::kPre;
  random.document.focus.view = "model";
  Driver untrained(random, {1920, 1080});
  settle(untrained);
  EXPECT_TRUE(is_drawn("Feed-forward"));
  EXPECT_FALSE(is_drawn("if it ended here"));
}

TEST(WhatIsSaid, TheWordsThatTheModelCouldAlsoHaveNamedFollowTheOneThatItNames) {
  State state = who_is_meant("model");
  state.document.focus.pinned = {9, 2};
  Driver driver(state, {1920, 1080});
  settle(driver);
  const engine::Trace& trace = *driver.session().trace();
  const int probabilities = trace.find("probabilities").value();
  const auto likeliest = views::likeliest_tokens(trace.read_row(probabilities, 9), 3);
  ASSERT_EQ(likeliest.size(), 3U);
  Eigen::RowVectorXf row = trace.read_row(probabilities, 9).row(0);
  for (const views::LikeliestToken& token : likeliest) {
    engine::Index at = 0;
    EXPECT_EQ(row.maxCoeff(&at), token.probability);
    EXPECT_EQ(at, token.token);
    row(at) = -1;
    if (token.token == likeliest.front().token) continue;
    EXPECT_TRUE(is_drawn(driver.view().facts.vocabulary()[static_cast<size_t>(token.token)] + " " +
                         views::percent(static_cast<double>(token.probability))));
  }
  EXPECT_EQ(views::likeliest_tokens(trace.read_row(probabilities, 9), 1000).size(),
            static_cast<size_t>(row.cols()));
}

// A key that has room for another reason than its weight.
TEST(WhatIsSaid, BelowThePictureOfOneTokenWhyThePredictedKeyIsShown) {
  for (const engine::Index token : {9, 1}) {
    State state = who_is_meant("stage", "encoder.0.self.head.0.weights");
    state.document.focus.token = token;
    Driver driver(state, {1280, 720});
    settle(driver);
    const engine::Trace& trace = *driver.session().trace();
    const auto named = views::likeliest_token(trace, trace.find("probabilities").value(), token).token;
    const std::string word = driver.view().facts.vocabulary()[static_cast<size_t>(named)];
    EXPECT_EQ(word == "animal", token == 9) << word;
    EXPECT_EQ(is_drawn("animal: predicted"), token == 9) << token;
  }
}

TEST(WhatIsSaid, WhatThePinnedQueryReadsInEveryLayerIsBesideTheChips) {
  for (const char* const view : {"stage", "heads", "model"}) {
    State state = who_is_meant(view, "encoder.0.self.head.0.weights");
    state.document.focus.pinned = {9, 12};
    Driver driver(state, {1920, 1080});
    settle(driver);
    const std::string first = strongest_reading(driver.view(), 0, 9);
    const std::string second = strongest_reading(driver.view(), 1, 9);
    EXPECT_EQ(second.find("animal"), 0);
    EXPECT_NE(first.find("animal"), 0);
    EXPECT_TRUE(is_drawn("“it” reads")) << view;
    EXPECT_TRUE(is_drawn(first)) << view;
    EXPECT_TRUE(is_drawn(second)) << view;
    EXPECT_TRUE(is_drawn("predicts animal")) << view;
    state.document.focus.pinned.reset();
    Driver plain(state, {1920, 1080});
    settle(plain);
    EXPECT_FALSE(is_drawn("“it” reads")) << view;
  }
}

TEST(WhatIsSaid, OfManyLayersThoseInTheMiddleAreLeftOut) {
  State state = example(0);
  set_preset(state, presets()[1]);
  state.document.config.encoder_layers = 6;
  state.document.focus.stage = "encoder.0.self.head.0.weights";
  state.document.focus.pinned = {1, 0};
  Driver driver(state, {1280, 720});
  settle(driver);
  const ui::TextStyle type = driver.view().style.small();
  const std::string all = views::layer_readings_words(driver.view(), 5000, type);
  EXPECT_NE(all.find("layer 4"), std::string::npos) << all;
  const float room = 0.6f * ui::text_size(all, type).x;
  const std::string fewer = views::layer_readings_words(driver.view(), room, type);
  EXPECT_LE(ui::text_size(fewer, type).x, room);
  EXPECT_NE(fewer.find("E1"), std::string::npos) << fewer;
  EXPECT_NE(fewer.find(" · … · "), std::string::npos) << fewer;
  EXPECT_NE(fewer.find("E6"), std::string::npos) << fewer;
  EXPECT_EQ(views::layer_readings_words(driver.view(), 20, type), "");
  EXPECT_TRUE(views::layer_readings_lines(driver.view(), 20, type).empty());
}

// What has no room in one line has it in two; there every layer and the prediction are told, briefly if need
// be.
TEST(WhatIsSaid, TheReadingsTakeTwoLinesBeforeTheyLeaveAnythingOut) {
  State state = who_is_meant("stage", "encoder.0.self.head.0.weights");
  state.document.focus.pinned = {9, 12};
  Driver driver(state, {1280, 720});
  settle(driver);
  const ui::TextStyle type = driver.view().style.small();
  const std::string all = views::layer_readings_words(driver.view(), 5000, type);
  const float width = ui::text_size(all, type).x;
  EXPECT_EQ(views::layer_readings_lines(driver.view(), width + 1, type), std::vector<std::string>{all});
  const std::vector<std::string> two = views::layer_readings_lines(driver.view(), 0.7f * width, type);
  ASSERT_EQ(two.size(), 2U);
  EXPECT_EQ(two.front() + " · " + two.back(), all);
  const std::vector<std::string> brief = views::layer_readings_lines(driver.view(), 0.45f * width, type);
  ASSERT_EQ(brief.size(), 2U) << brief.front();
  EXPECT_NE(brief.front().find("E1"), std::string::npos) << brief.front();
  EXPECT_NE(brief.back().find("predicts animal"), std::string::npos) << brief.back();
  for (const std::string& line : brief) EXPECT_LE(ui::text_size(line, type).x, 0.45f * width);
}

TEST(WhatIsSaid, WhatMattersBeginsWithWhatTheModelForetellsOrWithWhatIsPinned) {
  Driver driver(who_is_meant("attribution"), {1280, 720});
  settle(driver);
  EXPECT_TRUE(is_drawn("“it”, where the model predicts “animal”"));
  EXPECT_TRUE(driver.shows("What affects the prediction?##target logit"));
  State pinned = who_is_meant("attribution");
  pinned.document.focus.pinned = {2, 4};
  Driver other(pinned, {1280, 1000});
  settle(other);
  EXPECT_TRUE(is_drawn("“animal”, the pinned token"));
  EXPECT_TRUE(other.shows("E2 · Head 1"));
}

// Two answers that differ are below each other, and a sentence says why; the questions leave them the room.
TEST(WhatIsSaid, AttributionAndAttentionAreSeenWholeAndToldApart) {
  State state = who_is_meant("attribution", "encoder.0.self.head.0.weights");
  state.document.text = "The animal did not cross the street because it was tired";
  state.document.focus.pinned = {9, 11};
  Driver driver(state, {1280, 720});
  settle(driver);
  const auto first = driver.find("What affects the loss?##target loss");
  const auto last = driver.find("What affects the largest weight?##target weight");
  ASSERT_TRUE(first.has_value() && last.has_value());
  EXPECT_EQ(first->low.y, last->low.y) << "in one line";
  const auto head = driver.find("E2 · Head 2");
  ASSERT_TRUE(head.has_value());
  EXPECT_LT(head->high.y, 696) << "the panel's inner edge";
  EXPECT_TRUE(says("Two different questions"));
  EXPECT_TRUE(says("the embedding of “it” itself contributes most"));
}

TEST(WhatIsSaid, AShareThatRoundsToNothingIsNotPrinted) {
  State state = who_is_meant("attribution", "encoder.0.self.head.0.weights");
  state.document.text = "The animal did not cross the street because it was tired";
  state.document.focus.pinned = {9, 11};
  Driver driver(state, {1280, 720});
  settle(driver);
  EXPECT_TRUE(is_drawn("0.65"));
  EXPECT_TRUE(says("No number: rounds to 0"));
  for (const std::string& text : drawn_texts()) {
    EXPECT_NE(without_thin(text), "0.00");
    EXPECT_NE(without_thin(text), "−0.00");
  }
  EXPECT_TRUE(is_drawn("Attribution")) << "the view, in its tab and in the path";
}

TEST(WhatIsSaid, TheMapIsNoPictureOfMatches) {
  State state = who_is_meant("map", "encoder.0.self.head.0.q");
  state.document.focus.pinned = {9, 2};
  Driver driver(state, {1280, 720});
  settle(driver);
  EXPECT_TRUE(is_drawn("Near is not a match"));
}

TEST(WhatIsSaid, LayersPrintTheirNumbersAndFrameThePinnedCell) {
  State state = who_is_meant("rollout", "encoder.1.self.head.0.weights");
  state.document.text = "The animal did not cross the street because it was tired";
  Driver driver(state, {1280, 720});
  settle(driver);
  EXPECT_TRUE(is_drawn("0.28")) << "of “it” in itself";
  const ImU32 ink = driver.view().style.colours.ink;
  const int before = outlined(driver, "map of layers", ink);
  state.document.focus.pinned = {9, 0};  // at the map's left edge
  Driver pinned(state, {1280, 720});
  settle(pinned);
  EXPECT_GT(outlined(pinned, "map of layers", ink), before);
}

TEST(WhatIsSaid, LayersOpenAtTheStageOrAtTheLastAndTellOfAllHeads) {
  State state = who_is_meant("rollout", "encoder.0.self.head.0.weights");
  state.document.focus.pinned = {9, 2};
  Driver driver(state, {1280, 720});
  settle(driver);
  driver.move_to("map of layers");
  ASSERT_NE(driver.session().hovered(), nullptr);
  EXPECT_EQ(driver.session().hovered()->stage(driver.hover().stage).address, "rollout.0");
  Driver outside(who_is_meant("rollout", "embedding"), {1280, 720});
  settle(outside);
  outside.move_to("map of layers");
  ASSERT_NE(outside.session().hovered(), nullptr);
  EXPECT_EQ(outside.session().hovered()->stage(outside.hover().stage).address, "rollout.1");
}

TEST(WhatIsSaid, EveryColumnOfTheGridIsNamed) {
  Driver driver(who_is_meant("grid"), {1280, 720});
  settle(driver);
  const auto texts = drawn_texts();
  // In the sentence and above the pictures of a line.
  for (const char* token : {"cross", "because", "too", "tired"})
    EXPECT_GE(std::ranges::count(texts, token), 3) << token;
}

TEST(WhatIsSaid, BesideAPageHeadsAreNamedWithTheirLayer) {
  Driver few(who_is_meant("generate"), {1280, 720});
  settle(few);
  EXPECT_TRUE(is_drawn("Layer 2, head 1"));
  State many;
  many.document.text = "the cat sat";
  set_architecture(many, engine::Architecture::kDecoder);
  many.document.focus.stage = "decoder.1.self.head.0.weights";
  many.document.focus.view = "generate";
  Driver page(many, {1280, 720});
  settle(page);
  EXPECT_TRUE(is_drawn("D2 · Head 1"));
  many.document.focus.view = "stage";
  Driver stage(many, {1280, 720});
  settle(stage);
  EXPECT_FALSE(is_drawn("D2 · Head 1"));
}

TEST(WhatIsSaid, AnEarlyTranslationIsMarkedWhereItIsWrong) {
  engine::Plan plan = plan_of(*engine::find_task("phrase"));
  plan.recipe.steps = 2;
  State state;
  set_trainings(state, std::array{plan});
  state.document.focus.view = "learning";
  Driver driver(state);
  settle(driver);
  EXPECT_TRUE(is_drawn("It says"));
  EXPECT_TRUE(is_drawn("Right would be"));
}

// All numbers of a matrix have as many decimals, and enough to tell them apart.
TEST(WhatIsSaid, TheNumbersOfAMatrixHaveAsManyDecimals) {
  const std::regex number("−?[0-9]+\\.([0-9]+)");
  for (const char* stage : {"weights", "scores", "q", "v"}) {
    for (const float width : {1280.0f, 1600.0f}) {
      State state{four_tokens(), {}};
      state.document.config.model = engine::ModelKind::kSeeded;
      state.document.focus.stage = std::string("encoder.0.self.head.0.") + stage;
      state.document.focus.view = "heads";
      Driver driver(state, {width, 900});
      settle(driver);
      std::set<size_t> decimals;
      for (const std::string& text : drawn_texts()) {
        std::smatch found;
        if (std::regex_match(text, found, number)) decimals.insert(found[1].length());
      }
      EXPECT_LE(decimals.size(), 1U) << stage << " " << width;
    }
  }
}

TEST(WhatIsSaid, EveryWayOfWeighingIsInOneFamily) {
  for (const engine::MethodRow& row : engine::attention_methods()) {
    int families = 0;
    for (const views::WayFamily& family : views::way_families())
      families += static_cast<int>(std::ranges::count(family.kinds, row.kind));
    EXPECT_EQ(families, 1) << row.name;
  }
}

State every_head_of(const std::string& step) {
  State state;
  state.document.text = "The animal didn't cross the street because it was too tired";
  state.document.focus = {.view = "heads", .stage = "encoder.0.self.head.0." + step};
  return state;
}

// Where the last map of the first line ends.
float last_map_end(Driver& driver) {
  float end = 0;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  for (float y = 0; y < window.y; y += 8) {
    for (float x = 0; x < window.x; x += 8) {
      if (const auto drawn = driver.view().heatmaps.under({x, y}))
        end = std::max(end, drawn->frame.corner.x + drawn->frame.size.x);
    }
  }
  return end;
}

TEST(EveryHead, LabelsOfColumnsKeepApart) {
  for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1920, 1080)}) {
    for (const bool presents : {false, true}) {
      Driver driver(every_head_of("scores"), size);
      if (presents) driver.press(ImGuiKey_F5);
      settle(driver);
      for (const auto& [below, above] : overlapping_texts(drawn_frame(), 0.5f))
        ADD_FAILURE() << above << " lies on " << below << " at " << size.x;
    }
  }
}

TEST(EveryHead, ScoresSayTheirRangeAndThatTheCardIsAboutWeights) {
  Driver driver(every_head_of("scores"), {1280, 720});
  settle(driver);
  EXPECT_TRUE(says("from 29.8 to 128"));
  EXPECT_TRUE(says("after softmax"));
  EXPECT_TRUE(says("The maps Scores The bars"));
  Driver weights(every_head_of("weights"), {1280, 720});
  settle(weights);
  EXPECT_FALSE(says("The maps Attention"));
  EXPECT_FALSE(says("from 0 to"));
  Driver grid(who_is_meant("grid", "encoder.1.self.head.0.scores"), {1280, 720});
  settle(grid);
  EXPECT_FALSE(says("The maps Scores")) << "the grid's are always weights";
}

TEST(EveryHead, ANarrowRangeIsWrappedBeforeItIsCut) {
  State state = every_head_of("masked");
  choose_text_size(state.preferences, 150);
  Driver driver(state, {1280, 720});
  settle(driver);
  EXPECT_TRUE(says("to 32"));
}

TEST(EveryHead, AMapOfZerosSaysSo) {
  Driver driver(every_head_of("mask"), {1280, 720});
  settle(driver);
  const std::vector<std::string> texts = drawn_texts();
  int said = 0;
  for (size_t i = 0; i + 1 < texts.size(); ++i)
    said += without_thin(texts[i]) == "a" && texts[i + 1] == "0" ? 1 : 0;
  EXPECT_EQ(said, 8) << "over each of the four maps, and on it";
}

TEST(EveryHead, EntropyHasItsUnit) {
  Driver driver(every_head_of("weights"), {1280, 720});
  settle(driver);
  EXPECT_TRUE(says("nats (max 2.40)"));
}

TEST(EveryHead, TheColourBarEndsWhereTheMapsEnd) {
  for (const char* step : {"scores", "weights"}) {
    for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1920, 1080)}) {
      Driver driver(every_head_of(step), size);
      settle(driver);
      const std::string end = std::string_view(step) == "scores" ? "200" : "1";
      const float maps = last_map_end(driver);
      float nearest = 1e6f;
      for (const DrawnText& text : drawn_frame().texts) {
        if (text.text == end) nearest = std::min(nearest, std::abs(text.high.x - maps));
      }
      EXPECT_LE(nearest, 4) << step << " at " << size.x;
    }
  }
}

}  // namespace
}  // namespace app
