// The other pictures of a stage: chosen by their words, each says where it has nothing to show, and explains
// what is pointed at.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "app/document/checkpoints.h"
#include "app/views/core/label_places.h"
#include "app/views/core/view.h"
#include "app/views/pictures/lines_plan.h"
#include "app/views/stage/picture_words.h"
#include "driver.h"
#include "tests/ui/drawn_text.h"
#include "tests/ui/states.h"

namespace app {
namespace {

constexpr const char* kFirstHead = "encoder.0.self.head.0.";

State two_sentences(const std::string& view) {
  State state = looking_at("decoder.0.cross.head.0.weights", view);
  set_architecture(state, engine::Architecture::kTransformer);
  set_text(state, "the cat sat");
  set_target(state, "le chat noir dort");
  return state;
}

TEST(Pictures, AreChosenByTheirWordsAboveTheStage) {
  Driver driver(looking_at(std::string(kFirstHead) + "weights"));
  for (const auto& [word, view, item] : {std::tuple{"Lines##picture.lines", "lines", "reads 0"},
                                         {"Neurons##picture.neuron", "neuron", "neuron q"},
                                         {"Sentence##picture.sentence", "sentence", "word 0"},
                                         {"Bars##picture.bars", "bars", "bar 0"},
                                         {"Histogram##picture.histogram", "histogram", "bin 0"}}) {
    driver.click(word);
    EXPECT_EQ(driver.document().focus.view, view);
    EXPECT_TRUE(driver.shows(item)) << view;
    EXPECT_FALSE(driver.shows("stage canvas")) << view;
  }
  driver.click("Matrix##picture.stage");
  EXPECT_TRUE(driver.shows("stage canvas"));
  driver.press(ImGuiKey_LeftArrow, ImGuiMod_Alt);
  EXPECT_EQ(driver.document().focus.view, "histogram");
}

TEST(Pictures, StayWhileOneWalksAndAreNotInTheHeader) {
  Driver driver(looking_at(std::string(kFirstHead) + "weights", "lines"));
  EXPECT_TRUE(driver.shows("Step##view.stage"));
  EXPECT_FALSE(driver.shows("view.lines##view.lines"));
  driver.press(ImGuiKey_2);
  EXPECT_EQ(driver.document().focus.view, "lines");
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.1.weights");
  driver.click("Step##view.stage");
  EXPECT_EQ(driver.document().focus.view, "stage");
}

TEST(Pictures, SayWhichStageTheyCanShowAndGoThere) {
  for (const auto& [from, view, button, to] :
       {std::tuple{"input", "lines", "Head 1 · Attention weights##go there", "encoder.0.self.head.0.weights"},
        {"encoder.0.self.output", "sentence", "Head 1 · Attention weights##go there",
         "encoder.0.self.head.0.weights"},
        {"input", "neuron", "Head 1 · Attention weights##go there", "encoder.0.self.head.0.weights"}}) {
    Driver driver(looking_at(from, view));
    driver.click(button);
    EXPECT_EQ(driver.document().focus.stage, to) << view;
    EXPECT_EQ(driver.document().focus.view, view);
    EXPECT_FALSE(driver.shows(button)) << view;
  }
}

bool is_drawn_text(std::string_view words) {
  const DrawnFrame drawn = drawn_frame();
  return std::ranges::any_of(drawn.texts, [&](const DrawnText& text) { return text.text == words; });
}

// Of a head there are three maps; the token stays the same.
TEST(VectorsMap, GoesFromTheKeysThatAQuerySeesToAllVectorsAndBack) {
  Driver driver(looking_at("encoder.0.self.head.2.scaled", "map"));
  driver.frame();
  EXPECT_FALSE(driver.shows("map token 0"));
  driver.click("map key 3");
  const auto pinned = driver.document().focus.pinned;
  ASSERT_TRUE(pinned);
  EXPECT_EQ(pinned->second, 3);
  driver.click("map.queries_and_keys");
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.2.q");
  EXPECT_TRUE(driver.shows("map token 0"));
  EXPECT_TRUE(is_drawn_text("Head 3 · Queries and keys"));
  driver.click("map.values");
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.2.v");
  EXPECT_EQ(driver.document().focus.pinned->first, pinned->first);
  driver.click("map.seen");
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.2.scores");
  EXPECT_EQ(driver.document().focus.view, "map");
  EXPECT_EQ(driver.document().focus.pinned->first, pinned->first);
}

TEST(Lines, TheTitleSaysWhoseLinesAreDrawn) {
  Driver driver(looking_at(std::string(kFirstHead) + "weights", "lines"));
  driver.frame();
  EXPECT_TRUE(is_drawn_text("All heads · Attention weights"));
  driver.click("One head##lines.one_head");
  driver.frames(2);
  EXPECT_TRUE(is_drawn_text("Head 1 · Attention weights"));
}

TEST(Lines, PointingAtATokenExplainsItsStrongestPairAndAClickPinsIt) {
  Driver driver(looking_at(std::string(kFirstHead) + "weights", "lines"));
  const int stage = driver.session().focused_stage();
  driver.move_to("reads 3");
  EXPECT_EQ(driver.hover(), (engine::Cell{stage, 3, 2}));  // the crafted head reads the token before
  driver.move_to("is read 4");
  EXPECT_EQ(driver.hover(), (engine::Cell{stage, 5, 4}));
  driver.click("reads 3");
  EXPECT_EQ(driver.document().focus.pinned, (std::pair<engine::Index, engine::Index>{3, 2}));
}

TEST(Lines, HeadsAreAddedAndTakenAwayAndOneAlwaysStays) {
  Driver driver(looking_at(std::string(kFirstHead) + "weights", "lines"));
  driver.frame();
  EXPECT_TRUE(driver.shows("One head##lines.one_head")) << "all heads are there from the beginning";
  driver.click("line head 1");  // the one that is looked at: another one is looked at instead
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.1.weights");
  driver.click("line head 1");
  driver.click("One head##lines.one_head");
  driver.click("line head 2");
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.1.weights");
}

TEST(Lines, ConnectTheTokensOfTwoSentences) {
  Driver driver(two_sentences("lines"));
  EXPECT_TRUE(driver.shows("reads 3"));
  EXPECT_FALSE(driver.shows("is read 3"));
  EXPECT_TRUE(driver.shows("is read 2"));
}

TEST(LinesPlan, DrawsOrCountsEveryWeight) {
  const auto trace = make_trace(looking_at("").document).value();
  std::vector<views::HeadStage> heads;
  for (const int head : {0, 2})
    heads.push_back({head, trace->find("encoder.0.self.head." + std::to_string(head) + ".weights").value()});
  const float least = 0.05F;
  const views::LinesPlan plan = views::plan_lines(*trace, heads, 1, 4, least, std::nullopt);
  double drawn = 0;
  for (size_t i = 0; i < plan.lines.size(); ++i) {
    EXPECT_GE(plan.lines[i].weight, least);
    EXPECT_TRUE(plan.lines[i].query >= 1 && plan.lines[i].query < 4);
    EXPECT_GE(plan.lines[i].weight, plan.lines[i > 0 ? i - 1 : 0].weight);
    drawn += static_cast<double>(plan.lines[i].weight);
  }
  // Three queries in two heads: rows sum to 1.
  EXPECT_NEAR(drawn / 6 + plan.weight_left_out, 1, 1e-5);
  EXPECT_GT(plan.left_out, 0);
  const views::LinesPlan all = views::plan_lines(*trace, heads, 0, 6, 0, std::nullopt);
  EXPECT_EQ(all.left_out, 0);
  EXPECT_EQ(all.weight_left_out, 0);
  const views::LinesPlan one =
      views::plan_lines(*trace, heads, 0, 6, 0, views::LitToken{.is_query = false, .index = 2});
  for (const views::AttentionLine& line : one.lines) EXPECT_EQ(line.key, 2);
}

TEST(LinesPlan, BeginsWithFewLinesUnlessAllWeightsAreNearlyTheSame) {
  for (const bool is_long : {false, true}) {
    State state = looking_at("");
    if (is_long) {
      std::string text;
      for (int i = 0; i < 40; ++i) text.append(text.empty() ? "" : " ").append("word");
      set_text(state, text);
      state.document.config.positions = engine::PositionKind::kNone;
    }
    const auto trace = make_trace(state.document).value();
    const std::vector<views::HeadStage> heads = {{0, trace->find("encoder.0.self.head.0.weights").value()},
                                                 {3, trace->find("encoder.0.self.head.3.weights").value()}};
    const engine::Index keys = trace->stage(heads.front().stage).columns;
    const float least = views::starting_least(*trace, heads);
    const size_t drawn = views::plan_lines(*trace, heads, 0, keys, least, std::nullopt).lines.size();
    EXPECT_GT(drawn, 2U) << is_long;
    if (is_long) {
      EXPECT_EQ(least, views::usual_least(keys)) << "every weight is 1/40";
    } else {
      EXPECT_LE(drawn, 25U);
    }
  }
}

TEST(Neuron, ExplainsQAndKAndTheirProductAndFollowsTheQuery) {
  Driver driver(looking_at(std::string(kFirstHead) + "weights", "neuron"));
  const auto& trace = *driver.session().trace();
  driver.click("←##token before");
  ASSERT_EQ(driver.document().focus.pinned->first, 4);
  driver.move_to("neuron q");
  EXPECT_EQ(driver.hover().stage, trace.find(std::string(kFirstHead) + "q"));
  EXPECT_EQ(driver.hover().row, 4);
  driver.move_to("neuron k1");
  EXPECT_EQ(driver.hover().stage, trace.find(std::string(kFirstHead) + "k"));
  EXPECT_EQ(driver.hover().row, 1);
  driver.move_to("neuron product1");
  EXPECT_EQ(driver.hover(), (engine::Cell{trace.find(std::string(kFirstHead) + "scores").value(), 4, 1}));
  driver.move_to("neuron stage.weights 3");
  EXPECT_EQ(driver.hover(), (engine::Cell{trace.find(std::string(kFirstHead) + "weights").value(), 4, 3}));
}

TEST(Neuron, OpensWithThePinnedKeyInSight) {
  State state = looking_at(std::string(kFirstHead) + "weights", "neuron");
  state.document.text = "The animal did not cross the street because it was tired";
  state.document.focus.pinned = {7, 10};
  Driver driver(state, {1280, 640});
  driver.frames(4);
  EXPECT_FALSE(driver.shows("neuron k0")) << "all keys are in sight without scrolling";
  const auto key = driver.find("neuron k10");
  ASSERT_TRUE(key.has_value());
  driver.move_to("neuron k10");
  EXPECT_EQ(driver.hover().row, 10);
}

TEST(Sentence, IsChosenFromAndReadEitherWay) {
  Driver driver(looking_at(std::string(kFirstHead) + "weights", "sentence"));
  const int stage = driver.session().focused_stage();
  driver.click("word 2");
  EXPECT_EQ(driver.document().focus.pinned, (std::pair<engine::Index, engine::Index>{2, 1}));
  driver.move_to("word 4");
  EXPECT_EQ(driver.hover(), (engine::Cell{stage, 2, 4}));
  driver.click("Is read by##sentence.by_readers");
  driver.move_to("word 4");
  EXPECT_EQ(driver.hover(), (engine::Cell{stage, 4, 1}));  // 1 is what was read most
}

TEST(Sentence, SaysWhichRowOrColumnOfTheWeightsItIs) {
  Driver driver(looking_at(std::string(kFirstHead) + "weights", "sentence"));
  driver.click("word 1");
  driver.frames(2);
  EXPECT_TRUE(says("Row “cat” of the weights"));
  driver.click("Is read by##sentence.by_readers");
  driver.frames(2);
  EXPECT_TRUE(says("of the weights: who reads it"));
}

// The trained model that says whom "it" means; pinned is that "it" reads "tired".
State who_is_meant(const char* view) {
  State state;
  EXPECT_FALSE(checkpoints::use("who", state.document).has_value());
  state.document.text = "the animal did not cross the street because it was tired";
  state.document.focus.stage = std::string(kFirstHead) + "weights";
  state.document.focus.view = view;
  state.document.focus.pinned = {9, 11};
  return state;
}

constexpr ImVec2 kSmallWindow(1280, 720);

TEST(Sentence, ThatNearlyFitsStandsInOneLineAndItsTitleSaysWhoReads) {
  Driver driver(who_is_meant("sentence"), kSmallWindow);
  driver.frames(2);
  ASSERT_TRUE(driver.shows("word 11"));
  EXPECT_FLOAT_EQ(driver.find("word 11")->low.y, driver.find("word 0")->low.y);
  EXPECT_TRUE(says("What “it” reads, head by head"));
  EXPECT_TRUE(is_drawn_text("60 %")) << "what the second head reads";
}

void click_with_ctrl(Driver& driver, const char* label) {
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, true);
  driver.click(label);
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, false);
  driver.frame();
}

// The number that is explained, of the sum of tokens.
double explained_sum(Driver& driver) {
  EXPECT_NE(driver.session().hovered(), nullptr);
  const engine::Cell cell = driver.hover();
  const engine::Trace& summed = *driver.session().hovered();
  EXPECT_EQ(summed.stage(cell.stage).address, "sum");
  return summed.explain(cell.stage, cell.row, cell.column).result;
}

TEST(Sentence, ShowsTheTokenInTheOtherLayersWhereTheyHaveRoom) {
  Driver driver(who_is_meant("sentence"), kSmallWindow);
  driver.frames(2);
  EXPECT_TRUE(is_drawn_text("E2 · Head 2"));
  const engine::Trace& trace = *driver.session().trace();
  const auto weight =
      static_cast<double>(trace.at(trace.find("encoder.1.self.head.1.weights").value(), 9, 2));
  EXPECT_TRUE(is_drawn_text(views::percent(weight)));
  driver.click("sentence layer 2 head 1");
  EXPECT_EQ(driver.document().focus.stage, "encoder.1.self.head.0.weights");
  EXPECT_EQ(driver.document().focus.pinned->first, 9);
  Driver low(who_is_meant("sentence"), {1024, 480});
  low.frames(2);
  EXPECT_FALSE(is_drawn_text("E2 · Head 2"));
}

TEST(Sentence, AddsUpWhatSeveralTokensReadAndWhoReadsThem) {
  Driver driver(looking_at(std::string(kFirstHead) + "weights", "sentence"));
  const engine::Matrix weights = numbers_of(driver, std::string(kFirstHead) + "weights");
  driver.click("word 2");
  click_with_ctrl(driver, "word 4");
  EXPECT_EQ(driver.session().desk().sentence.with, (std::vector<engine::Index>{4}));
  EXPECT_EQ(driver.document().focus.pinned->first, 2);
  driver.move_to("word 1");
  driver.frame();
  EXPECT_NEAR(explained_sum(driver), static_cast<double>(weights(2, 1) + weights(4, 1)), 1e-6);
  driver.click("Is read by##sentence.by_readers");
  click_with_ctrl(driver, "word 0");
  driver.move_to("word 5");
  driver.frame();
  const auto key = driver.document().focus.pinned->second;
  EXPECT_NEAR(explained_sum(driver), static_cast<double>(weights(5, key) + weights(5, 0)), 1e-6);
  driver.click("word 3");
  EXPECT_TRUE(driver.session().desk().sentence.with.empty());
}

TEST(Sentence, OfTwoChoosesInOneAndShadesTheOther) {
  Driver driver(two_sentences("sentence"));
  EXPECT_TRUE(driver.shows("choose word 3"));
  EXPECT_TRUE(driver.shows("word 2"));
  EXPECT_FALSE(driver.shows("word 3"));
  driver.click("choose word 1");
  EXPECT_EQ(driver.document().focus.pinned->first, 1);
}

TEST(Bars, StandInOrderOrSortedAndAreCells) {
  State state = looking_at(std::string(kFirstHead) + "scores", "bars");
  state.document.focus.pinned = {2, 0};
  Driver driver(state);
  const int stage = driver.session().focused_stage();
  driver.move_to("bar 4");
  EXPECT_EQ(driver.hover(), (engine::Cell{stage, 2, 4}));
  const auto y = [&](int bar) { return driver.find("bar " + std::to_string(bar))->low.y; };
  EXPECT_LT(y(0), y(1));
  driver.click("Largest first##bars.sorted");
  const auto& trace = *driver.session().trace();
  for (int a = 0; a < 6; ++a) {
    for (int b = 0; b < 6; ++b) {
      const bool larger = trace.at(stage, 2, a) > trace.at(stage, 2, b);
      EXPECT_TRUE(!larger || y(a) < y(b)) << a << ", " << b;
    }
  }
}

TEST(VectorsMap, ShowsQueriesAndKeysTogetherAndExplainsACoordinate) {
  Driver driver(looking_at("encoder.0.self.head.0.q", "map"));
  EXPECT_TRUE(driver.shows("map token 5"));
  EXPECT_TRUE(driver.shows("map key 5"));
  driver.move_to("map token 5");
  ASSERT_NE(driver.session().hovered(), nullptr);
  const engine::Cell cell = driver.hover();
  const engine::Trace& map = *driver.session().hovered();
  EXPECT_EQ(map.stage(cell.stage).address, "points.0.coordinates");
  EXPECT_NEAR(map.explain(cell.stage, cell.row, 0).result, map.at(cell.stage, cell.row, 0), 1e-4);
  driver.click("map token 5");
  EXPECT_EQ(driver.document().focus.pinned->first, 5);
}

TEST(VectorsMap, OfOneTokenSaysThatNothingDiffers) {
  State state = looking_at("input", "map");
  state.document.text = "cat";
  Driver driver(state);
  EXPECT_FALSE(driver.shows("map token 0"));
}

TEST(VectorsMap, NamesThePinnedTokenAndItsPointsFillMostOfIt) {
  State state = who_is_meant("map");
  state.document.focus.stage = std::string(kFirstHead) + "q";
  state.document.focus.pinned = {9, 0};
  Driver driver(state, kSmallWindow);
  driver.frames(2);
  EXPECT_FALSE(says("labels do not fit"));
  for (const char* const far : {"−20", "15", "20"}) EXPECT_FALSE(is_drawn_text(far)) << far;
  const auto texts = drawn_frame().texts;
  ASSERT_TRUE(driver.find("map token 9"));
  const ImVec2 query = driver.find("map token 9")->low;
  EXPECT_TRUE(std::ranges::any_of(texts, [&](const DrawnText& text) {
    return text.text == "it" && std::hypot(text.low.x - query.x, text.low.y - query.y) < 60;
  }));
}

TEST(VectorsMap, OfAQueryPutsItsKeysInTheOrderOfTheirScores) {
  Driver driver(who_is_meant("map"), kSmallWindow);
  driver.frames(2);
  const engine::Trace& trace = *driver.session().trace();
  const int scores = trace.find(std::string(kFirstHead) + "scores").value();
  const auto x = [&](int key) {
    const auto item = driver.find("map key " + std::to_string(key));
    return item ? (item->low.x + item->high.x) / 2 : -1;
  };
  for (int a = 0; a < 12; ++a) {
    for (int b = 0; b < 12; ++b) {
      const float further = trace.at(scores, 9, a) - trace.at(scores, 9, b);
      EXPECT_TRUE(further < 0.5F || x(a) > x(b)) << a << ", " << b;
    }
  }
  EXPECT_TRUE(is_drawn_text(ui::fixed_number(static_cast<double>(trace.at(scores, 9, 11)), 2)));
  driver.move_to("map key 2");
  const engine::Cell cell = driver.hover();
  EXPECT_EQ(cell.stage, scores);
  EXPECT_EQ(std::pair(cell.row, cell.column), (std::pair<engine::Index, engine::Index>(9, 2)));
  driver.click("map key 2");
  EXPECT_EQ(driver.document().focus.pinned, (std::pair<engine::Index, engine::Index>(9, 2)));
}

TEST(LabelPlaces, AreFurtherOutWhereAllNearOnesAreTaken) {
  std::vector<views::PointLabel> labels;
  for (int i = 0; i < 6; ++i) labels.push_back({{300, 200}, {40, 14}});
  const auto places = views::place_labels(labels, {{0, 0}, {600, 400}}, 7);
  EXPECT_TRUE(std::ranges::all_of(places, [](const auto& place) { return place.has_value(); }));
}

TEST(LabelPlaces, CoverNeitherPointsNorEachOther) {
  std::vector<views::PointLabel> labels;
  for (int i = 0; i < 60; ++i) {
    const auto at = static_cast<float>(i);
    labels.push_back({{300 + 200 * std::sin(at * 1.7f), 200 + 120 * std::cos(at * 2.3f)}, {40, 14}});
  }
  const auto places = views::place_labels(labels, {{0, 0}, {600, 400}}, 7);
  ASSERT_EQ(places.size(), labels.size());
  int placed = 0;
  for (size_t i = 0; i < places.size(); ++i) {
    if (!places[i]) continue;
    ++placed;
    for (size_t j = 0; j < places.size(); ++j) {
      const ImVec2 point = labels[j].point;
      EXPECT_FALSE(point.x > places[i]->x && point.x < places[i]->x + 40 && point.y > places[i]->y &&
                   point.y < places[i]->y + 14);
      if (j == i || !places[j]) continue;
      EXPECT_TRUE(std::abs(places[i]->x - places[j]->x) >= 40 || std::abs(places[i]->y - places[j]->y) >= 14);
    }
  }
  EXPECT_GT(placed, 30);
}

TEST(Bars, WriteNoWeightAsNothingAndHaveAnAxis) {
  State state = looking_at(std::string(kFirstHead) + "weights", "bars");
  state.document.config.temperature = 0.05f;
  state.document.focus.pinned = {1, 5};
  Driver driver(state);
  driver.frames(2);
  EXPECT_TRUE(says("< 0.0001"));
  for (const char* const mark : {"0", "0.5", "1"}) EXPECT_TRUE(is_drawn_text(mark)) << mark;
}

TEST(Bars, OfWeightsHaveTheRowsScoresBesideThemInASmallWindowToo) {
  Driver driver(who_is_meant("bars"), kSmallWindow);
  driver.frames(2);
  EXPECT_TRUE(says("softmax → Attention weights"));
  EXPECT_TRUE(is_drawn_text("0.7625"));
  EXPECT_TRUE(is_drawn_text("4.43"));
}

TEST(Neuron, NumbersTheDimensionsOfItsStrips) {
  Driver driver(looking_at(std::string(kFirstHead) + "scores", "neuron"));
  driver.frame();
  const auto texts = drawn_frame().texts;
  const auto numbers = [](const DrawnText& text) { return text.text.ends_with("15 16"); };
  EXPECT_EQ(std::ranges::count_if(texts, numbers), 2) << "above k and above q × k";
}

TEST(Histogram, NumbersItsCountsNamesItsMeanAndTheCardSpeaksOfBars) {
  Driver driver(looking_at(std::string(kFirstHead) + "scores", "histogram"));
  driver.frames(2);
  for (const char* const words : {"1", "5", "Hover a bar"}) EXPECT_TRUE(is_drawn_text(words)) << words;
  const auto texts = drawn_frame().texts;
  EXPECT_TRUE(std::ranges::any_of(
      texts, [](const DrawnText& text) { return text.text.starts_with("Mean") && text.text.size() > 5; }));
}

TEST(Histogram, SaysWhatTheMeanOfWeightsAlwaysIsAndNothingOfAMaskThatHidesNothing) {
  Driver driver(looking_at(std::string(kFirstHead) + "weights", "histogram"));
  driver.frames(2);
  EXPECT_TRUE(says("the mean is always 1 / 6"));
  EXPECT_FALSE(says("Masked:"));
  State masked = looking_at(std::string(kFirstHead) + "masked", "histogram");
  masked.document.config.causal = true;
  Driver other(masked);
  other.frames(2);
  EXPECT_FALSE(says("the mean is always"));
  EXPECT_TRUE(says("Masked:"));
}

TEST(Histogram, CountsOnALogarithmicAxisWhereOneBarWouldFlattenTheOthersAndSaysSo) {
  State state = looking_at(std::string(kFirstHead) + "weights", "histogram");
  for (int i = 0; i < 8; ++i)
    state.document.text += " the animal did not cross the street because it was tired";
  Driver driver(state);
  driver.frames(2);
  driver.click("Count: logarithmic##histogram.count.logarithmic");
  driver.frames(2);
  EXPECT_TRUE(driver.shows("Count: linear##histogram.count.linear"));
}

TEST(Histogram, CountsOnALinearAxisWhereBarsAreAlike) {
  Driver driver(looking_at("encoder.0.self.head.1.v", "histogram"));
  driver.frames(2);
  EXPECT_TRUE(driver.shows("Count: linear##histogram.count.linear"));
}

TEST(Percent, WritesNothingElseAsTheWhole) {
  EXPECT_EQ(views::percent(1), "100 %");
  EXPECT_EQ(views::percent(0.9992), "99.9 %");
  EXPECT_EQ(views::percent(0.99999), "99.9 %");
  EXPECT_EQ(views::percent(0.96), "96 %");
  EXPECT_EQ(views::measured_percent(1), "100 %");
  EXPECT_EQ(views::measured_percent(0.99999), "99.9 %");
  EXPECT_EQ(views::measured_percent(0.966), "96.6 %");
}

TEST(Percent, WritesNothingAsNoneThatIsSome) {
  EXPECT_EQ(views::percent(0), "0 %");
  EXPECT_EQ(views::percent(0.0001), "<0.1 %");
  EXPECT_EQ(views::percent(0.0006), "0.1 %");
}

TEST(VectorsMap, SaysWhatTheQueryReadsMostAndHowWeightsGrow) {
  Driver driver(who_is_meant("map"), kSmallWindow);
  driver.frames(3);
  const engine::Trace& trace = *driver.session().trace();
  const auto weight =
      static_cast<double>(trace.at(trace.find(std::string(kFirstHead) + "weights").value(), 9, 11));
  EXPECT_TRUE(says("“it” reads “tired” most: " + views::percent(weight)));
  EXPECT_TRUE(says("√32 = 5.66 further right"));
  EXPECT_FALSE(says("Hidden by the mask"));
}

// With a bias the key furthest to the right need not be the one read most, and no step is e times the weight;
// of a single key none is either.
TEST(VectorsMap, SaysWhereMoreThanTheProductCounts) {
  State state = looking_at("encoder.0.self.head.0.weights", "map");
  state.document.text = "the cat sat on the mat because it was tired";
  state.document.config.model = engine::ModelKind::kSeeded;
  state.document.config.positions = engine::PositionKind::kAlibi;
  state.document.config.causal = true;
  std::set<bool> rightmost;
  for (int row = 0; row < 10; ++row) {
    state.document.focus.pinned = {row, 0};
    Driver driver(state);
    driver.frames(3);
    const engine::Trace& trace = *driver.session().trace();
    const auto most = [&](const char* step) {
      const engine::Matrix numbers =
          trace.read_row(trace.find(std::string(kFirstHead) + step).value(), row).leftCols(row + 1);
      engine::Index key = 0;
      numbers.row(0).maxCoeff(&key);
      return key;
    };
    const bool is_rightmost = most("scores") == most("weights");
    rightmost.insert(is_rightmost);
    EXPECT_EQ(says("more than q · k counts"), !is_rightmost) << row;
    EXPECT_FALSE(says("further right: weight")) << row;
    EXPECT_EQ(says("Hidden by the mask"), row < 9) << row;
  }
  EXPECT_EQ(rightmost.size(), 2U);
}

TEST(VectorsMap, SaysThatAllIsReadEquallyWhereItIs) {
  State state = looking_at("encoder.0.self.head.3.weights", "map");
  state.document.focus.pinned = {2, 0};
  Driver driver(state);
  driver.frames(3);
  EXPECT_TRUE(says("reads all keys it sees equally: 17 % each"));
  EXPECT_FALSE(says("further right: weight"));
}

// 1.3115 comes from somewhere.
TEST(OneLineSum, OfASoftmaxSaysWhatTheRowsSumIs) {
  Driver driver(who_is_meant("stage"), {1920, 1080});
  driver.view().requests.arrange([](Desk& desk) { desk.presenting.is_on = true; });
  driver.frames(3);
  const engine::Trace& trace = *driver.session().trace();
  const engine::Matrix row = trace.read_row(trace.find(std::string(kFirstHead) + "masked").value(), 9);
  const auto street = static_cast<double>(std::exp(row(0, 7) - row(0, 11)));
  EXPECT_TRUE(says("Σ ≈ 1 tired + " + ui::fixed_number(street, 2) + " street + "));
  EXPECT_TRUE(says("(the other 10)"));
}

TEST(Histogram, NamesTheBarOfThePinnedNumber) {
  State state = who_is_meant("histogram");
  Driver driver(state, kSmallWindow);
  driver.frames(2);
  const engine::Trace& trace = *driver.session().trace();
  const auto weight =
      static_cast<double>(trace.at(trace.find(std::string(kFirstHead) + "weights").value(), 9, 11));
  const auto above_bars = [&](const std::string& number) {
    return std::ranges::count_if(drawn_frame().texts, [&](const DrawnText& text) {
      return text.text.ends_with(number) && text.low.y > 400 && text.high.x < 900;
    });
  };
  const std::string digits = ui::fixed_number(weight, 4).substr(2);
  EXPECT_EQ(above_bars(digits), 1);
  state.document.focus.pinned.reset();
  Driver none(state, kSmallWindow);
  none.frames(2);
  EXPECT_EQ(above_bars(digits), 0);
}

TEST(Histogram, SaysHowManyWeightsAreSmall) {
  Driver driver(who_is_meant("histogram"), kSmallWindow);
  driver.frames(2);
  const engine::Trace& trace = *driver.session().trace();
  const engine::Matrix weights =
      trace.read(trace.find(std::string(kFirstHead) + "weights").value(), 0, 0, 12, 12);
  const auto small = (weights.array() < 0.05F).count();
  EXPECT_TRUE(says(std::to_string(small) + " of 144 weights are below 0.05"));
  Driver even(looking_at("encoder.0.self.head.3.weights", "histogram"), kSmallWindow);
  even.frames(2);
  EXPECT_FALSE(says("weights are below"));
}

TEST(Histogram, PointsAtItsExtremes) {
  Driver driver(looking_at(std::string(kFirstHead) + "scores", "histogram"));
  const auto& trace = *driver.session().trace();
  const int stage = driver.session().focused_stage();
  driver.move_to("histogram.largest");
  const engine::Cell cell = driver.hover();
  EXPECT_EQ(cell.stage, stage);
  EXPECT_EQ(trace.at(stage, cell.row, cell.column), trace.summary(stage).largest);
}

// Every picture of every stage in every language, small and with large text.
TEST(Pictures, DrawEveryStageWithoutTrouble) {
  for (const Language language : {Language::kEnglish, Language::kSimplifiedChinese}) {
    State state = two_sentences("stage");
    state.document.config.causal = true;
    state.preferences.language = language;
    state.preferences.text_size = language == Language::kEnglish ? 100 : 200;
    Driver driver(state, {1280, 720});
    const auto trace = driver.session().trace();
    for (const views::View& view : views::central_views()) {
      if (view.chosen != views::ChosenWhere::kAsPicture) continue;
      for (int stage = 0; stage < trace->size(); stage += 3) {
        Requests requests;
        requests.edit("", [&](State& changed) {
          focus_on(changed, trace->stage(stage).address);
          changed.document.focus.view = view.name;
        });
        driver.session().apply(requests, 0);
        driver.move({640, 500});
        driver.frame();
      }
    }
  }
}

}  // namespace
}  // namespace app
