// The picture of one token: its numbers are the trace's, and every part of it leads where it says.
#include "app/views/stage/token_picture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/ui/text.h"
#include "driver.h"
#include "engine/core/address.h"
#include "tests/ui/drawn_text.h"
#include "tests/ui/states.h"

namespace app {
namespace {

const std::string kPicturedHead = "encoder.0.self.head.0.";

State following(const std::string& step, engine::Index token) {
  State state = looking_at(kPicturedHead + step);
  state.document.focus.token = token;
  return state;
}

engine::Cell cell_of(Driver& driver, const std::string& step, engine::Index row, engine::Index column) {
  return {driver.session().trace()->find(kPicturedHead + step).value(), row, column};
}

TEST(TokenPicture, ShowsEveryStageOfAHeadAndNothingOutsideOne) {
  for (const char* const step : {"q", "k", "v", "scores", "scaled", "weights", "output"}) {
    Driver driver(following(step, 2));
    EXPECT_TRUE(driver.shows("picture weight 5")) << step;
    EXPECT_TRUE(driver.shows("picture b")) << step;
    EXPECT_TRUE(driver.shows("sum 0")) << step;  // the sums stay below
  }
  State outside = looking_at("encoder.0.self.concat");
  outside.document.focus.token = 2;
  EXPECT_FALSE(Driver(outside).shows("picture b"));
}

TEST(TokenPicture, ItsQueriesAndKeysGiveItsScores) {
  for (const engine::PositionKind kind : {engine::PositionKind::kSinusoidal, engine::PositionKind::kRotary}) {
    State state = following("weights", 2);
    state.document.config.positions = kind;
    Driver driver(state);
    const engine::Trace& trace = *driver.session().trace();
    const int weights = trace.find(kPicturedHead + "weights").value();
    const auto picture = views::token_picture(trace, weights, 2, 8).value();
    const engine::Matrix q = trace.read_row(picture.q, 2);
    for (const engine::Index key : picture.keys) {
      const double product =
          q.cast<double>().row(0).dot(trace.read_row(picture.k, key).cast<double>().row(0));
      EXPECT_NEAR(product / std::sqrt(static_cast<double>(q.cols())),
                  static_cast<double>(trace.at(picture.scores, 2, key)), 1e-3);
    }
  }
}

// Where the curves of a query and a key meet, what is done with them; then the division, where there is one.
TEST(TokenPicture, ShowsTheProductBeforeItIsDivided) {
  for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1920, 1080)}) {
    Driver driver(following("weights", 2), size);
    driver.frames(2);
    driver.move_to("picture product 1");
    EXPECT_EQ(driver.hover(), cell_of(driver, "scores", 2, 1));
    driver.frame();
    const auto product = driver.find("picture product 1").value();
    const auto score = driver.find("picture score 1").value();
    const auto key = driver.find("picture k 1").value();
    EXPECT_LE(score.high.y, product.low.y);
    EXPECT_GE(key.low.y - product.high.y, 56) << "lines from the query are easy to follow";
    EXPECT_TRUE(says("Q3K2="));
    EXPECT_TRUE(says("÷√"));
  }
  Driver vectors(following("q", 2), {1280, 720});
  vectors.frames(2);
  EXPECT_TRUE(vectors.shows("picture product 1"));
  EXPECT_TRUE(vectors.shows("sum 2")) << "the sums keep three lines";
  State undivided = following("weights", 2);
  undivided.document.config.scale = false;
  Driver driver(undivided);
  driver.frames(2);
  EXPECT_TRUE(driver.shows("picture score 1"));
  EXPECT_FALSE(driver.shows("picture product 1"));
}

TEST(TokenPicture, TellsWhatTheWidthOfALineIs) {
  Driver driver(following("weights", 2), {1280, 720});
  driver.frames(2);
  EXPECT_TRUE(says("Line width: weight"));
}

// Without its dot, which is drawn as a bar; an index may stand before or behind the head's number.
TEST(TokenPicture, WritesTheProductInEveryNotation) {
  const auto writes_product = [](engine::Notation notation) {
    State state = following("weights", 2);
    state.preferences.notation = notation;
    Driver driver(state, {1280, 720});
    driver.frames(2);
    return says("Q3K3=") || says("q3,1k3,1=") || says("Q3(1)K3(1)=") || says("Q(1)3K(1)3=");
  };
  EXPECT_TRUE(writes_product(engine::Notation::kPaper));
  EXPECT_TRUE(writes_product(engine::Notation::kNotes));
  EXPECT_TRUE(writes_product(engine::Notation::kShapes));
}

// The legend is below the words of the tokens: nothing crowds the output.
TEST(TokenPicture, HasItsLegendBelowAll) {
  Driver driver(following("weights", 2), {1280, 720});
  driver.frames(2);
  const auto word = driver.find("picture a 2").value();
  int found = 0;
  for (const DrawnText& text : drawn_frame().texts) {
    const bool is_of_legend = text.text.starts_with("Line width") || text.text.starts_with(": mask");
    if (!is_of_legend) continue;
    ++found;
    EXPECT_GT(text.low.y, word.high.y - 4) << text.text;
  }
  EXPECT_EQ(found, 2);
}

// In a large window the mask has a step of its own, and lines from a token say which weights they multiply.
TEST(TokenPicture, NamesMoreStepsWhereTheyHaveRoom) {
  Driver large(following("weights", 2), {1920, 1080});
  large.frames(2);
  large.move_to("picture sum 4");
  EXPECT_EQ(large.hover(), cell_of(large, "masked", 2, 4));
  large.frame();
  EXPECT_LE(large.find("picture sum 4")->high.y, large.find("picture score 4")->low.y);
  EXPECT_TRUE(says("Wv"));
  Driver small(following("weights", 2), {1280, 720});
  small.frames(2);
  EXPECT_FALSE(small.shows("picture sum 4"));
  // One arrow adds it: what softmax reads is what its formula names.
  EXPECT_FALSE(says("+M,softmax"));
  small.move_to("picture score 4");
  EXPECT_EQ(small.hover(), cell_of(small, "masked", 2, 4));
}

// The output's letter begins the sum that it is: the largest weights first, each with its value.
TEST(TokenPicture, WritesTheSumThatItsOutputIs) {
  Driver driver(following("weights", 2), {1280, 720});
  driver.frames(2);
  const engine::Matrix weights = numbers_of(driver, kPicturedHead + "weights");
  engine::Index most = 0;
  std::string weight = ui::fixed_number(static_cast<double>(weights.row(2).maxCoeff(&most)), 2);
  std::erase(weight, '.');  // which a formula draws as a shape
  const auto output = driver.find("picture b").value();
  const auto texts = drawn_frame().texts;
  std::string behind;
  for (const DrawnText& text : texts) {
    const bool is_in_line = text.high.y > output.low.y && text.low.y < output.high.y;
    if (is_in_line && text.low.x > output.high.x) behind.append(text.text);
  }
  std::erase(behind, ' ');
  const size_t first = behind.find(weight);
  ASSERT_NE(first, std::string::npos) << behind;
  EXPECT_LT(first, behind.find("+")) << behind;
  EXPECT_LT(behind.find(std::to_string(most + 1), first + weight.size()), behind.find("+")) << behind;
}

TEST(TokenPicture, NamesTheLettersThatItDoesNotDraw) {
  State state = following("weights", 2);
  state.document.config.causal = true;
  Driver driver(state, {1280, 720});
  driver.frames(2);
  EXPECT_TRUE(says(": mask"));
}

// Three dots stand in the line of words wherever a position is left out.
TEST(TokenPicture, ShowsWherePositionsAreLeftOut) {
  State state = following("weights", 7);
  state.document.text = "the animal did not cross the street because it was too tired";
  Driver driver(state, {1280, 720});
  driver.frames(2);
  const engine::Trace& trace = *driver.session().trace();
  const auto keys = trace.stage(trace.find(kPicturedHead + "weights").value()).columns;
  int gaps = 0;
  bool was_shown = true;
  for (engine::Index key = 0; key < keys; ++key) {
    const bool shown = driver.shows("picture k " + std::to_string(key));
    if (!shown && was_shown) ++gaps;
    was_shown = shown;
  }
  ASSERT_GT(gaps, 0);
  const auto word = driver.find("picture a 7").value();
  const auto texts = drawn_frame().texts;
  EXPECT_EQ(std::ranges::count_if(texts,
                                  [&](const DrawnText& text) {
                                    return text.text == "…" && text.low.y > word.low.y &&
                                           text.high.y < word.high.y + 4;
                                  }),
            gaps);
}

TEST(TokenPicture, SaysHowTheMaskComesToTheScores) {
  for (const bool in_place : {false, true}) {
    State state = following("weights", 2);
    state.document.config.causal = true;
    state.document.config.mask_in_place = in_place;
    Driver driver(state);
    const engine::Trace& trace = *driver.session().trace();
    const auto picture = views::token_picture(trace, trace.find(kPicturedHead + "weights").value(), 2, 8);
    EXPECT_EQ(picture.value().mask_sign, in_place ? "←" : "+");
  }
}

TEST(TokenPicture, TheSwitchGoesToTheRowsAndBack) {
  Driver driver(following("weights", 2));
  EXPECT_FALSE(driver.shows("stage canvas"));
  driver.click("As rows##one_token.rows");
  EXPECT_TRUE(driver.shows("stage canvas"));
  EXPECT_FALSE(driver.shows("picture b"));
  driver.click("Picture##one_token.picture");
  EXPECT_TRUE(driver.shows("picture b"));
}

TEST(TokenPicture, PointingExplainsTheCellAndAClickPinsIt) {
  Driver driver(following("q", 2));
  driver.move_to("picture weight 4");
  EXPECT_EQ(driver.hover(), cell_of(driver, "weights", 2, 4));
  driver.move_to("picture score 1");
  EXPECT_EQ(driver.hover(), cell_of(driver, "scaled", 2, 1));
  driver.move_to("picture k 3");
  EXPECT_EQ(driver.hover(), cell_of(driver, "k", 3, 0));
  driver.move_to("picture b");
  EXPECT_EQ(driver.hover(), cell_of(driver, "output", 2, 0));
  driver.click("picture weight 4");
  EXPECT_EQ(driver.document().focus.stage, kPicturedHead + "weights");
  EXPECT_EQ(driver.document().focus.pinned, (std::pair<engine::Index, engine::Index>{2, 4}));
  EXPECT_EQ(driver.document().focus.token, engine::Index{2});
}

TEST(TokenPicture, AClickOnAnotherTokenFollowsIt) {
  Driver driver(following("weights", 2));
  driver.click("picture a 5");
  EXPECT_EQ(driver.document().focus.token, engine::Index{5});
  driver.move_to("picture weight 0");
  EXPECT_EQ(driver.hover(), cell_of(driver, "weights", 5, 0));
}

TEST(TokenPicture, SaysWhichKeysAreMasked) {
  State state = following("weights", 2);
  state.document.config.causal = true;
  Driver driver(state);
  EXPECT_TRUE(driver.shows("picture weight 2"));
  EXPECT_TRUE(driver.shows("picture masked 3"));
  EXPECT_FALSE(driver.shows("picture weight 3"));
}

TEST(TokenPicture, InCrossAttentionTheKeysAreTheOtherTexts) {
  State state = looking_at("decoder.0.cross.head.1.weights");
  state.document.target = "le chat";
  state.document.config.model = engine::ModelKind::kSeeded;
  state.document.config.architecture = engine::Architecture::kTransformer;
  state.document.focus.token = 1;
  Driver driver(state);
  EXPECT_TRUE(driver.shows("picture q 1"));
  EXPECT_FALSE(driver.shows("picture q 0"));
  for (const char* const key : {"picture k 0", "picture k 5", "picture weight 5"})
    EXPECT_TRUE(driver.shows(key)) << key;
  EXPECT_FALSE(driver.shows("picture a 0"));
}

TEST(TokenPicture, OfManyTokensItShowsItsOwnAndThoseThatItReadsMost) {
  Document document;
  document.text.clear();
  for (int i = 0; i < 40; ++i) document.text += "w" + std::to_string(i) + " ";
  const auto trace = make_trace(document).value();
  const int stage = trace->find(kPicturedHead + "weights").value();
  const auto picture = views::token_picture(*trace, stage, 7, 6).value();
  ASSERT_EQ(picture.keys.size(), 6U);
  EXPECT_TRUE(std::is_sorted(picture.keys.begin(), picture.keys.end()));
  EXPECT_TRUE(std::find(picture.keys.begin(), picture.keys.end(), 7) != picture.keys.end());
  EXPECT_EQ(picture.left_out, 34);
  float least = 1;
  float shown = 0;
  for (const engine::Index key : picture.keys) {
    shown += trace->at(stage, 7, key);
    if (key != 7) least = std::min(least, trace->at(stage, 7, key));
  }
  EXPECT_NEAR(picture.weight_left_out, 1 - static_cast<double>(shown), 1e-5);
  for (engine::Index key = 0; key < 40; ++key) {
    const bool is_shown = std::find(picture.keys.begin(), picture.keys.end(), key) != picture.keys.end();
    EXPECT_TRUE(is_shown || trace->at(stage, 7, key) <= least) << key;
  }
}

TEST(TokenPicture, GivesWayToTheRowsWhereItHasNoRoom) {
  constexpr int kStripOfHalf = 200;
  State state = following("weights", 2);
  state.preferences.text_size = 200;
  Driver driver(state, {1280, 720});
  Requests requests;
  requests.arrange([](Desk& desk) {
    desk.panels.strip = PanelFold::kShown;
    desk.panels.strip_height = kStripOfHalf;
  });
  driver.session().apply(requests, 1);
  driver.frames(2);
  EXPECT_FALSE(driver.shows("picture b"));
  EXPECT_TRUE(driver.shows("stage canvas"));
  EXPECT_FALSE(driver.shows("Picture##one_token.picture"));
  EXPECT_FALSE(driver.shows("As rows##one_token.rows"));
}

}  // namespace
}  // namespace app
