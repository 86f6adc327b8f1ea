// The card beside the stage: what a cell is called, which of its terms have a line, and the head it shows
// where no cell is explained.
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "app/document/checkpoints.h"
#include "app/ui/text.h"
#include "app/views/card/card_folding.h"
#include "drawn_text.h"
#include "driver.h"

namespace app {
namespace {

const char* const kHeadOfCard = "encoder.0.self.head.0.";

State pinned_at(const std::string& step, engine::Index row, engine::Index column) {
  State state;
  state.document.text = "the animal did not cross the street because it was too tired";
  state.document.focus.stage = kHeadOfCard + step;
  state.document.focus.pinned = {row, column};
  return state;
}

bool is_said(std::string_view words) {
  const DrawnFrame drawn = drawn_frame();
  return std::ranges::any_of(drawn.texts, [&](const DrawnText& text) { return text.text == words; });
}

bool folds_terms() {
  const DrawnFrame drawn = drawn_frame();
  return std::ranges::any_of(drawn.texts,
                             [](const DrawnText& text) { return text.text.ends_with(" more, together ▾"); });
}

std::vector<engine::Term> terms_of(const std::vector<double>& values) {
  std::vector<engine::Term> terms;
  terms.reserve(values.size());
  for (const double value : values) terms.push_back({.has_right = true, .value = value});
  return terms;
}

TEST(CardFolding, KeepsTheLargestInTheirOrderAndOneLineForTheRest) {
  const auto terms = terms_of({1, -5, 2, 7, -3, 4});
  EXPECT_EQ(views::terms_with_a_line(terms, 6).size(), 6U);
  const auto shown = views::terms_with_a_line(terms, 4);
  EXPECT_EQ(shown, (std::vector<size_t>{1, 3, 5}));
  EXPECT_DOUBLE_EQ(views::sum_of_rest(terms, shown), 0);
}

TEST(CardFolding, WhatIsWrittenAsNothingSharesALineIfItIsSeveral) {
  EXPECT_EQ(views::terms_with_a_line(terms_of({0, 1, 2, 0, 3}), 9).size(), 5U) << "two zeros save no line";
  const auto terms = terms_of({0, 1, 2, 0.001, 3, 0, 0.002});
  const auto shown = views::terms_with_a_line(terms, 9);
  EXPECT_EQ(shown, (std::vector<size_t>{1, 2, 4}));
  EXPECT_NEAR(views::sum_of_rest(terms, shown), 0.003, 1e-12);
  EXPECT_EQ(views::terms_with_a_line(terms_of(std::vector<double>(64)), 99).size(), 3U) << "of zeros alone";
}

TEST(CardFolding, ABiasHasItsLine) {
  auto terms = terms_of({9, 8, 7, 6, 5, 4});
  terms.push_back({.value = 0});
  const auto shown = views::terms_with_a_line(terms, 4);
  EXPECT_EQ(shown.back(), 6U);
}

TEST(CardFolding, OfASoftmaxKeepsTheHeaviestKeysAndTheOneExplained) {
  const auto terms = terms_of({0.5, 1, 0.0001, 0.7, 0.2, 0.6});
  EXPECT_EQ(views::keys_with_a_line(terms, 3, 2, 3), (std::vector<size_t>{1, 2, 3}));
  EXPECT_EQ(views::keys_with_a_line(terms, 3, 2, 0), (std::vector<size_t>{1, 2}));
  EXPECT_EQ(views::keys_with_a_line(terms, 3, 0, 99).size(), 6U) << "one line less saves none";
}

// 3.37 × 3.37 is not 11.33: with more decimals the product is that of the numbers as they are written.
TEST(Card, WritesFactorsWhoseProductIsTheOneBesideThem) {
  State state;
  state.document.text = "the cat sat down";
  state.document.focus.stage = std::string(kHeadOfCard) + "scores";
  state.document.focus.pinned = {2, 1};
  Driver driver(state, {1920, 1080});
  driver.frames(2);
  EXPECT_TRUE(is_said("3.3659"));
  EXPECT_TRUE(is_said("11.33"));
  EXPECT_FALSE(is_said("≈"));
}

TEST(Card, NamesTheGradientAndTheSumOfTheExponentials) {
  Driver driver(pinned_at("weights", 8, 3), {1280, 720});
  driver.frames(2);
  EXPECT_TRUE(driver.shows("∇ Gradient##gradient of"));
  EXPECT_TRUE(says("Σ: sum over the row"));
  EXPECT_FALSE(is_said("÷ Σ")) << "the column is headed by its letter";
}

// A sum stands below what it sums: the exponentials, not the weights. On a projector, too.
TEST(Card, TheSumOfTheExponentialsStandsBelowTheirColumn) {
  for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1920, 1080)}) {
    const Driver driver(pinned_at("weights", 8, 3), size);
    EXPECT_TRUE(says("Σ: sum over the row"));
    const DrawnFrame frame = drawn_frame();
    const auto right_end = [&](const char* number) {
      const auto found =
          std::ranges::find_if(frame.texts, [&](const DrawnText& text) { return text.text == number; });
      return found == frame.texts.end() ? 0.0f : found->high.x;
    };
    const float largest = right_end("1.0000");  // e⁰
    const float sum = right_end("1.0275");
    ASSERT_GT(largest, 0) << size.x;
    EXPECT_NEAR(sum, largest, 2) << size.x;
  }
}

// The weight can be worked out again from what is shown: its exponential, by the sum.
TEST(Card, WritesAWeightAsADivision) {
  for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1920, 1080)}) {
    Driver driver(pinned_at("weights", 8, 3), size);
    const engine::Trace& trace = *driver.session().trace();
    const int weights = trace.find(std::string(kHeadOfCard) + "weights").value();
    const engine::Explanation explained = trace.explain(weights, 8, 3);
    const double own = explained.terms.at(3).value;
    const double sum = explained.quantity(engine::Measure::kSum).value;
    EXPECT_TRUE(says(ui::fixed_number(own, 4) + " ÷ " + ui::fixed_number(sum, 4))) << size.x;
    EXPECT_NEAR(own / sum, explained.result, 1e-5);
  }
}

// Nothing of the card lies below its edge in a projector's window.
TEST(Card, FitsAProjectorsWindow) {
  for (const char* step : {"q", "scores", "scaled", "mask", "masked", "weights", "output"}) {
    const Driver driver(pinned_at(step, 8, 3), {1280, 720});
    float height = -1;
    for (const ImGuiWindow* window : GImGui->Windows) {
      if (std::string_view(window->Name).find("/card_") != std::string_view::npos)
        height = window->ScrollMax.y;
    }
    EXPECT_EQ(height, 0) << step;
  }
}

TEST(Card, OnlyAWeightIsRead) {
  const Driver weights(pinned_at("weights", 8, 1));
  EXPECT_TRUE(is_said(" reads from ") || is_said("reads from"));
  for (const char* step : {"scores", "scaled", "mask", "masked"}) {
    const Driver driver(pinned_at(step, 8, 1));
    EXPECT_FALSE(is_said("reads from")) << step;
    EXPECT_TRUE(is_said("query")) << step;
    EXPECT_EQ(is_said("· key"), std::string_view(step) == "scores") << step;
  }
}

// The weights of a head that reads evenly do not come from a softmax.
TEST(Card, SaysHowAHeadThatReadsEvenlyWeighsAKey) {
  for (const LanguageInfo& language : languages()) {
    const Words& tr = words(language.language);
    const std::string even = tr("journey.even", {{"count", "9"}});
    const std::string hidden = tr("journey.even_hidden");
    for (const engine::Index key : {3, 10}) {
      State state = pinned_at("weights", 8, key);
      state.preferences.language = language.language;
      state.document.config.causal = true;
      state.document.config.off = {std::string(kHeadOfCard) + "weights"};
      const Driver driver(state, {1920, 1080});
      EXPECT_EQ(says(even), key == 3) << language.code;
      EXPECT_EQ(says(hidden), key == 10) << language.code;
      EXPECT_FALSE(says(tr("journey.weights"))) << language.code;
    }
  }
}

TEST(Card, SaysThatANumberOfThePairWasTyped) {
  State state = pinned_at("weights", 8, 3);
  state.document.config.edits = {{std::string(kHeadOfCard) + "weights", {{8, 3, 0.5}}}};
  const Driver driver(state, {1920, 1080});
  EXPECT_TRUE(says("typed by hand →"));
  EXPECT_FALSE(says("softmax of the row →"));
}

TEST(Card, ShowsEveryTermOfALowWindowOnceAsked) {
  Driver driver(pinned_at("scores", 8, 1), {1280, 720});
  ASSERT_TRUE(driver.shows("card rest"));
  EXPECT_TRUE(is_said("softmax of the row →")) << "what follows the terms is in sight";
  EXPECT_TRUE(folds_terms());
  driver.click("card rest");
  driver.frames(2);
  EXPECT_FALSE(folds_terms());
  for (int i = 0; i < 20; ++i) driver.wheel(-2);
  ASSERT_TRUE(driver.shows("card rest"));
  driver.click("card rest");
  driver.frames(2);
  EXPECT_TRUE(folds_terms());
}

TEST(Card, IsTheHeadWhereAllHeadsAreShown) {
  for (const char* view : {"heads", "grid"}) {
    State state = pinned_at("weights", 0, 0);
    state.document.focus.pinned.reset();
    state.document.focus.view = view;
    Driver driver(state);
    driver.frames(2);
    driver.session().settle();
    driver.frames(2);
    EXPECT_TRUE(is_said("This head")) << view;
    EXPECT_TRUE(is_said("97 %")) << view << ": on the token before";
    EXPECT_TRUE(is_said("the other heads")) << view;
    driver.move_to(std::string_view(view) == "heads" ? "map 2" : "grid head 1.2");
    driver.frames(2);
    EXPECT_FALSE(is_said("This head")) << view << ": a cell is explained";
  }
}

// Beside the sentence, the formula takes no line that the matrix could have.
TEST(StageHeading, HasTheFormulaBesideItsWordsOnAProjector) {
  for (const char* step : {"scores", "scaled", "masked", "weights", "output"}) {
    const Driver driver(pinned_at(step, 8, 1), {1280, 720});
    const auto canvas = driver.find("stage canvas");
    ASSERT_TRUE(canvas.has_value());
    EXPECT_LT(canvas->low.y, 292) << step;
  }
}

// The number under the first part of the line stays in the panel.
TEST(StageFooter, TheLineBeginsInsideThePanel) {
  const Driver driver(pinned_at("output", 8, 3), {1280, 720});
  constexpr float kFooterTop = 575;
  constexpr float kInside = 118;
  constexpr float kSign = 9;  // before the digits
  float digits = 0;
  for (const DrawnText& text : drawn_frame().texts) {
    if (text.text == "0.90" && text.low.y > kFooterTop && text.low.x < 200) digits = text.low.x;
  }
  ASSERT_GT(digits, 0) << "under the first part";
  EXPECT_GE(digits, kInside + kSign);
}

// On a projector the weights have numbers, and of the scores the row that softmax reads, of the same size.
TEST(Stage, HasNumbersInTheRowOfScoresThatIsReadAsInTheWeights) {
  State state;
  ASSERT_FALSE(checkpoints::use("who", state.document).has_value());
  state.document.text = "The animal did not cross the street because it was tired";
  state.document.focus.stage = "encoder.0.self.head.0.weights";
  state.document.focus.pinned = {9, 11};
  Driver driver(state, {1280, 720});
  driver.frames(2);
  driver.session().settle();
  driver.frames(2);
  const auto canvas = driver.find("stage canvas").value();
  const auto height_of = [&](std::string_view number) {
    float height = 0;
    for (const DrawnText& text : drawn_frame().texts) {
      const bool is_in = text.low.y > canvas.low.y + 60 && text.high.y < canvas.high.y;
      if (is_in && text.text.find(number) != std::string::npos) height = text.high.y - text.low.y;
    }
    return height;
  };
  // Points and signs are drawn as bars.
  EXPECT_GT(height_of("4 4"), 0) << "the score that the pinned weight is made of";
  EXPECT_GT(height_of("0 78"), 0) << "a weight";
  EXPECT_NEAR(height_of("4 4"), height_of("0 78"), 1);
  EXPECT_EQ(height_of("4 6"), 0) << "of another query";
}

// What the softmax reads is named beside its letter, and its numbers are as large as those that come out.
TEST(Stage, NamesWhatASoftmaxReads) {
  Driver driver(pinned_at("weights", 8, 3), {1920, 1080});
  driver.frames(2);
  const DrawnFrame frame = drawn_frame();
  const auto named = std::ranges::find_if(frame.texts, [&](const DrawnText& text) {
    return text.text.find("Masked scores") != std::string::npos && text.low.x > 300;
  });
  ASSERT_NE(named, frame.texts.end());
  const auto canvas = driver.find("stage canvas").value();
  std::set<int> heights;  // of the digits in the cells
  for (const DrawnText& text : frame.texts) {
    const bool is_in = text.low.y > canvas.low.y + 110 && text.high.y < canvas.high.y - 90 &&
                       text.low.x > canvas.low.x && text.high.x < canvas.high.x - 60;
    if (is_in && text.text.size() == 4 && text.text.starts_with("0."))
      heights.insert(static_cast<int>(std::lround(text.high.y - text.low.y)));
  }
  EXPECT_LE(heights.size(), 1U);
}

}  // namespace
}  // namespace app
