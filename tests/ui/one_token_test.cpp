// One token followed as a vector: the same trace, one row of it, and its sums.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/session/worked_example.h"
#include "app/ui/text.h"
#include "app/views/core/written_sum.h"
#include "app/views/stage/stage_layout.h"
#include "driver.h"
#include "engine/core/formula.h"
#include "tests/ui/drawn_text.h"
#include "tests/ui/states.h"

namespace app {
namespace {

constexpr const char* kHead = "encoder.0.self.head.0.";
constexpr const char* kTiredSentence = "the animal did not cross the street because it was too tired";

TEST(OneToken, OnAndOffLeaveTheTraceTheSameObject) {
  Driver driver(looking_at(std::string(kHead) + "scores"));
  const auto trace = driver.session().trace();
  driver.click("One token##one_token.one");
  EXPECT_EQ(driver.document().focus.token, engine::Index{0});
  EXPECT_EQ(driver.session().trace(), trace);
  driver.click("→##token after");
  driver.click("→##token after");
  EXPECT_EQ(driver.document().focus.token, engine::Index{2});
  driver.click("←##token before");
  EXPECT_EQ(driver.document().focus.token, engine::Index{1});
  driver.click("Matrix##picture.stage");
  EXPECT_FALSE(driver.document().focus.token.has_value());
  EXPECT_EQ(driver.session().trace(), trace);
}

TEST(OneToken, BeginsAtThePinnedRow) {
  State state = looking_at(std::string(kHead) + "scores");
  state.document.focus.pinned = {3, 1};
  Driver driver(state);
  driver.click("One token##one_token.one");
  EXPECT_EQ(driver.document().focus.token, engine::Index{3});
}

TEST(OneToken, WritesOneSumForEachNumberAndHoversItsCell) {
  State state = looking_at(std::string(kHead) + "q");
  state.document.focus.token = 2;
  Driver driver(state);
  const int stage = driver.session().focused_stage();
  EXPECT_TRUE(driver.shows("sum 0"));
  driver.move_to("sum 1");
  EXPECT_EQ(driver.hover(), (engine::Cell{stage, 2, 1}));
  for (int i = 0; i < 10; ++i) driver.wheel(-5);
  EXPECT_TRUE(driver.shows("sum 15"));
  EXPECT_FALSE(driver.shows("sum 16"));
}

// In a large window the sums below the picture reach down to the panel's edge; on a projector the picture of
// pairs has all of it, and their sums stand below the rows.
TEST(OneToken, TheSumsUseTheRoomBelowThePicture) {
  State state = looking_at(std::string(kHead) + "scores");
  state.document.focus.token = 4;
  Driver large(state, {1920, 1080});
  large.frames(2);
  EXPECT_TRUE(large.shows("sum 2"));
  Driver driver(state, {1280, 720});
  driver.frames(2);
  EXPECT_FALSE(driver.shows("sum 2"));
  driver.click("As rows##one_token.rows");
  driver.frames(2);
  EXPECT_TRUE(driver.shows("sum 2"));
}

// The card works the weights out: below the picture stands what they mix.
TEST(OneToken, BelowThePictureOfWeightsStandsTheSumOfValues) {
  State state = looking_at(std::string(kHead) + "weights");
  state.document.focus.token = 2;
  Driver driver(state, {1920, 1080});
  driver.frames(2);
  driver.move_to("sum 1");
  EXPECT_EQ(driver.hover(),
            (engine::Cell{driver.session().trace()->find(std::string(kHead) + "output").value(), 2, 1}));
}

// Above the terms of these sums, whose weight and value they are, the largest first.
TEST(OneToken, TheTermsOfMixedValuesHaveHeads) {
  State state = looking_at(std::string(kHead) + "output");
  state.document.text = kTiredSentence;
  state.document.focus.token = 8;
  Driver driver(state, {1920, 1080});
  driver.frames(2);
  const engine::Matrix weights = numbers_of(driver, std::string(kHead) + "weights");
  std::array<engine::Index, 2> most{};
  engine::Matrix rest = weights.row(8);
  for (engine::Index& key : most) {
    rest.row(0).maxCoeff(&key);
    rest(0, key) = -1;
  }
  const engine::Trace& trace = *driver.session().trace();
  const engine::AxisRef keys = trace.stage(trace.find(std::string(kHead) + "weights").value()).columns_are();
  const auto line = driver.find("sum 0").value();
  std::array<float, 2> left{};
  for (const DrawnText& text : drawn_frame().texts) {
    if (text.high.y > line.low.y || text.low.y < line.low.y - 30) continue;
    for (size_t i = 0; i < most.size(); ++i) {
      const std::string word = driver.view().facts.label(keys, most[i]);
      if (text.text.starts_with(word.substr(0, 3)) && left[i] == 0) left[i] = text.low.x;
    }
  }
  EXPECT_GT(left[0], 0);
  EXPECT_GT(left[1], left[0]);
}

// One token is one of the pictures, whose word stays where it is and leads to it from every other.
TEST(OneToken, ItsWordStaysAmongThePictures) {
  State state = looking_at(std::string(kHead) + "weights");
  Driver driver(state, {1280, 720});
  driver.frames(2);
  const auto word = driver.find("One token##one_token.one");
  ASSERT_TRUE(word.has_value());
  driver.click("One token##one_token.one");
  driver.frames(2);
  ASSERT_TRUE(driver.shows("One token##one_token.one"));
  EXPECT_EQ(driver.find("One token##one_token.one")->low.x, word->low.x);
  driver.click("One token##one_token.one");
  EXPECT_TRUE(driver.document().focus.token.has_value());
  State lines = state;
  lines.document.focus.view = "lines";
  Driver other(lines, {1280, 720});
  other.frames(2);
  other.click("One token##one_token.one");
  EXPECT_EQ(other.document().focus.view, "stage");
  EXPECT_TRUE(other.document().focus.token.has_value());
}

// In a low page the pictures are a list: a button leads to one token.
TEST(OneToken, ALowPageHasAButtonForIt) {
  State state = looking_at(std::string(kHead) + "weights");
  choose_text_size(state.preferences, 200);
  Driver driver(state, {1280, 720});
  driver.frames(3);
  driver.click("One token##one_token.one");
  EXPECT_TRUE(driver.document().focus.token.has_value());
}

// What has no room in a line of mixed values is told by its sum: all that is written adds up.
TEST(OneToken, TellsWhatTheOtherTermsAdd) {
  State state = looking_at(std::string(kHead) + "output");
  state.document.text = "the animal did not cross the street because it was too tired";
  state.document.focus.token = 1;
  Driver driver(state, {1280, 1000});
  driver.frames(2);
  EXPECT_TRUE(says("the other "));
}

// Of factors that are written rounded, a sum is only about the result; of whole ones it is the result.
TEST(OneToken, SaysWhereRoundedFactorsGiveAnotherSum) {
  State rounded = looking_at(std::string(kHead) + "output");
  rounded.document.text = "the animal did not cross the street because it was too tired";
  rounded.document.focus.token = 1;
  Driver driver(rounded, {1920, 1080});
  driver.frames(2);
  EXPECT_TRUE(says("≈"));
  State whole = looking_at(std::string(kHead) + "scores");
  whole.document = small_model();
  whole.document.focus.stage = std::string(kHead) + "scores";
  whole.document.focus.token = 1;
  Driver exact(whole, {1920, 1080});
  exact.frames(2);
  EXPECT_FALSE(says("≈"));
}

TEST(OneToken, CutsNoSumAndSaysHowManyMoreThereAre) {
  State state = looking_at(std::string(kHead) + "scaled");
  state.document.text = "the animal did not cross the street because it was too tired";
  state.document.focus.token = 1;
  Driver driver(state, {1280, 1000});
  driver.frames(2);
  const auto texts = drawn_frame().texts;
  std::string all;
  for (const DrawnText& text : texts) all.append(text.text);
  EXPECT_NE(all.find("… 8 more"), std::string::npos) << all;
  for (const DrawnText& text : texts) EXPECT_FALSE(text.is_cut) << text.text;
}

// The list begins with what is read most; the picture shows the same keys.
TEST(OneToken, TheListBeginsWithTheLargestWeightAndThePictureHasItsKeys) {
  for (const char* const step : {"scores", "scaled"}) {
    State state = looking_at(std::string(kHead) + step);
    state.document.text = kTiredSentence;
    state.document.focus.token = 8;
    Driver driver(state, {1440, 1000});
    driver.frames(2);
    const engine::Matrix weights = numbers_of(driver, std::string(kHead) + "weights");
    engine::Index most = 0;
    weights.row(8).maxCoeff(&most);
    const auto first = driver.find("sum " + std::to_string(most));
    ASSERT_TRUE(first.has_value()) << step;
    for (engine::Index key = 0; key < weights.cols(); ++key) {
      const auto line = driver.find("sum " + std::to_string(key));
      if (!line || line->high.y > driver.view().panel_rects.of("stage")->second.y) continue;
      EXPECT_GE(line->low.y, first->low.y) << step;
      EXPECT_TRUE(driver.shows("picture score " + std::to_string(key))) << step << " " << key;
    }
    EXPECT_TRUE(says("largest weight first"));
  }
}

TEST(OneToken, NegativeNumbersBehindASignStandInBrackets) {
  State state = looking_at(std::string(kHead) + "scores");
  state.document.text = kTiredSentence;
  state.document.focus.token = 8;
  Driver driver(state, {1920, 1080});
  driver.frames(2);
  EXPECT_TRUE(says("+ ("));
  EXPECT_TRUE(says("× ("));
  EXPECT_FALSE(says("= ("));
}

// A line has room for a few of 64 products: those that matter.
TEST(OneToken, ASumBeginsWithItsLargestProduct) {
  State state = looking_at(std::string(kHead) + "q");
  state.document.focus.token = 2;
  Driver driver(state, {1280, 720});
  driver.frames(2);
  const engine::Trace& trace = *driver.session().trace();
  const int queries = trace.find(std::string(kHead) + "q").value();
  for (const engine::Index column : {0, 1, 2}) {
    const auto terms = trace.explain(queries, 2, column).terms;
    const auto most =
        std::ranges::max_element(terms, {}, [](const engine::Term& term) { return std::abs(term.value); });
    EXPECT_TRUE(says(ui::fixed_number(std::abs(most->left), 2) + " ×")) << column;
  }
  EXPECT_TRUE(says("largest products first"));
}

TEST(OneToken, ThePicturesTitleStandsAboveItsOwnSentence) {
  State state = looking_at(std::string(kHead) + "scores");
  state.document.focus.token = 2;
  Driver driver(state);
  driver.frames(2);
  EXPECT_TRUE(says("Its query meets every key"));
  EXPECT_FALSE(says("One number for every pair of tokens"));
  driver.click("As rows##one_token.rows");
  driver.frames(2);
  EXPECT_TRUE(says("One number for every pair of tokens"));
}

// With large text a shorter title of the picture, not the step's.
TEST(OneToken, AShortTitleNamesThePictureToo) {
  State state = looking_at(std::string(kHead) + "weights");
  state.document.text = kTiredSentence;
  state.document.focus.token = 8;
  choose_text_size(state.preferences, 200);
  Driver driver(state, {1920, 1080});
  driver.frames(3);
  ASSERT_TRUE(driver.shows("picture b"));
  EXPECT_TRUE(says("What “it” reads"));
}

TEST(OneToken, WeightsThatHardlyCountShareOneLine) {
  State state = looking_at(std::string(kHead) + "weights");
  state.document.text = "the animal did not cross the street because it was too tired";
  state.document.focus.token = 1;
  state.document.config.temperature = 0.02;
  Driver driver(state, {1920, 1080});
  driver.click("As rows##one_token.rows");
  driver.frames(2);
  std::string all;
  for (const DrawnText& text : drawn_frame().texts) all.append(text.text);
  EXPECT_NE(all.find("11 others, each"), std::string::npos);
}

TEST(OneToken, TheCardExplainsTheLargestNumberWhileNothingIsPointedAt) {
  State state = looking_at(std::string(kHead) + "weights");
  state.document.focus.token = 2;
  Driver driver(state, {1280, 720});
  driver.frames(2);
  std::string all;
  for (const DrawnText& text : drawn_frame().texts) all.append(text.text).append(" ");
  EXPECT_NE(all.find("of its row"), std::string::npos) << all;
  EXPECT_EQ(driver.view().explained_cell().stage, -1) << "nothing is pinned";
}

TEST(OneToken, TheWordMatrixLeadsBackToAllTokens) {
  State state = looking_at(std::string(kHead) + "weights");
  state.document.focus.token = 1;
  Driver driver(state);
  driver.click("Matrix##picture.stage");
  EXPECT_FALSE(driver.document().focus.token.has_value());
}

// Every cell of the canvas that the mouse can reach is of the followed row, or of an operand shown whole.
TEST(OneToken, ShowsOnlyTheFollowedRowOfTheResult) {
  State state = looking_at(std::string(kHead) + "scores");
  state.document.focus.token = 4;
  Driver driver(state);
  driver.click("As rows##one_token.rows");
  const int stage = driver.session().focused_stage();
  const auto canvas = driver.find("stage canvas");
  ASSERT_TRUE(canvas.has_value());
  int cells = 0;
  for (float y = canvas->low.y; y < canvas->high.y; y += 15) {
    for (float x = canvas->low.x; x < canvas->high.x; x += 15) {
      driver.move({x, y});
      if (driver.hover().stage != stage) continue;
      ++cells;
      EXPECT_EQ(driver.hover().row, 4);
    }
  }
  EXPECT_GT(cells, 10);
}

TEST(OneToken, ParametersHaveNoTokensToFollow) {
  State state = looking_at("encoder.0.self.wo");
  state.document.focus.token = 1;
  Driver driver(state);
  EXPECT_FALSE(driver.shows("One token##one_token.one"));
  EXPECT_FALSE(driver.shows("sum 0"));
}

TEST(OneToken, LayoutsKeepOperandsWholeAndShowOneRowOfTheRest) {
  const auto trace = make_trace(looking_at("").document).value();
  const views::LayoutMetrics metrics{.row_labels = 60,
                                     .column_labels = 40,
                                     .caption = 24,
                                     .gap = 12,
                                     .joint = 44,
                                     .largest_cell = 110,
                                     .smallest_operand = 110};
  const auto lay_out = [&](const std::string& step) {
    return views::lay_out_stage(*trace, trace->find(kHead + step).value(), {0, 0}, {800, 400}, metrics, {},
                                3);
  };
  const auto q = lay_out("q");
  ASSERT_EQ(q.matrices.size(), 3U);
  for (const size_t i : {size_t{0}, size_t{2}}) {
    EXPECT_EQ(q.matrices[i].frame.first_row, 3);
    EXPECT_EQ(q.matrices[i].frame.rows, 1);
  }
  EXPECT_EQ(q.matrices[1].frame.rows, 64);  // the weights
  const auto output = lay_out("output");
  EXPECT_EQ(output.matrices[1].frame.rows, 6);  // the values of all keys
  EXPECT_EQ(output.result().frame.first_row, 3);
}

// What a written sum adds up to, read off its own text, is the trace's number within the rounding of its
// terms.
TEST(VectorNotation, SumsWrittenOutAreTheTracesNumbers) {
  const auto trace = make_trace(looking_at("").document).value();
  const int stage = trace->find(std::string(kHead) + "q").value();
  for (engine::Index column = 0; column < 16; ++column) {
    const auto explanation = trace->explain(stage, 2, column);
    const auto terms = views::sum_terms(explanation, column);
    ASSERT_EQ(terms.size(), 64U);
    double sum = 0;
    const auto number = [](std::string text) {
      const size_t minus = text.find("−");
      if (minus != std::string::npos) text.replace(minus, std::string("−").size(), "-");
      return std::stod(text);
    };
    for (const auto& term : terms) {
      ASSERT_EQ(term.size(), 3U);
      sum += number(term[0].text) * number(term[2].text);
    }
    EXPECT_NEAR(sum, trace->at(stage, 2, column), 0.35) << column;
    EXPECT_NEAR(explanation.result, trace->at(stage, 2, column), 1e-4) << column;
  }
}

}  // namespace
}  // namespace app
