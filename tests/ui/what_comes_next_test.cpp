// What the model predicts, below the tokens in every view; and another model for words that it does not know.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "app/document/checkpoints.h"
#include "app/document/continued.h"
#include "app/session/box_models.h"
#include "app/session/changes.h"
#include "app/session/examples.h"
#include "app/views/core/next_tokens.h"
#include "app/views/core/view.h"
#include "app/views/stage/picture_words.h"
#include "drawn_text.h"
#include "driver.h"

namespace app {
namespace {

constexpr const char* kAnswer = "answer";

State reading(const std::string& model, std::string text, std::string view = "stage") {
  State state;
  state.document.text = std::move(text);
  EXPECT_FALSE(checkpoints::use(model, state.document)) << model;
  focus_first_weights(state);
  state.document.focus.view = std::move(view);
  return state;
}

// "mat 41 % · floor 12 % · bed 8 %": the three likeliest of a row of the trace.
std::string likeliest(Driver& driver, engine::Index row) {
  const views::Frame frame = driver.view();
  const int stage = frame.trace().find("probabilities").value();
  std::string words;
  for (const auto& [token, share] : views::likeliest_tokens(frame.trace().read_row(stage, row), 3)) {
    words += words.empty() ? "" : " · ";
    words += frame.facts.label({engine::Axis::kVocabulary}, token) + " " +
             views::percent(static_cast<double>(share));
  }
  return words;
}

std::string likeliest_next(Driver& driver) {
  const engine::Trace& trace = *driver.session().trace();
  return "next: " + likeliest(driver, views::next_row(trace, trace.find("probabilities").value()));
}

// The words that the likeliest next tokens of a model of subwords begin.
std::vector<LikelyWord> words_next(Driver& driver) {
  const views::Frame frame = driver.view();
  const int stage = frame.trace().find("probabilities").value();
  std::vector<engine::Generated> first;
  for (const auto& [token, share] :
       views::likeliest_tokens(frame.trace().read_row(stage, frame.trace().stage(stage).rows - 1), 3))
    first.push_back({.token = token, .probability = static_cast<double>(share)});
  return likely_words(driver.document(), *frame.facts.checkpoint(), first);
}

// "next: Paris 96 % · Cairo": the line's beginning.
std::string said_of(const std::vector<LikelyWord>& words) {
  return "next: " + words[0].text + " " + views::percent(words[0].probability) + " · " + words[1].text;
}

// The button that reads the text with a model.
std::string reader(const Driver& driver) {
  const auto found = std::ranges::find_if(
      driver.items(), [](const auto& item) { return item.first.ends_with("##read with"); });
  return found == driver.items().end() ? "" : found->first;
}

TEST(AnswerLine, SaysTheThreeLikeliestNextTokensOfTheTrace) {
  Driver driver(reading("grammar", "the girl behind the kings"));
  driver.frames(2);
  EXPECT_TRUE(says(likeliest_next(driver))) << likeliest_next(driver);
}

TEST(AnswerLine, FollowsTheTextInTheSameFrame) {
  Driver driver(reading("grammar", "the girl"));
  driver.frames(2);
  const std::string before = likeliest_next(driver);
  driver.click("##sequence");
  driver.press(ImGuiKey_End);
  driver.type(" behind the kings sings");
  ASSERT_EQ(driver.document().text, "the girl behind the kings sings");
  driver.frame();
  EXPECT_NE(likeliest_next(driver), before);
  EXPECT_TRUE(says(likeliest_next(driver))) << likeliest_next(driver);
  EXPECT_FALSE(says(before));
}

// A whole word, whose share is the product of its pieces'.
TEST(AnswerLine, SaysTheWordThatPiecesMake) {
  if (offered_model("prose") == nullptr) GTEST_SKIP() << "prose is not in the box";
  Driver driver(reading("prose", "The capital of France is"));
  driver.frames(2);
  const std::vector<LikelyWord> words = words_next(driver);
  ASSERT_EQ(words.size(), 3U);
  EXPECT_EQ(words.front().text, "Paris");
  EXPECT_GT(words.front().pieces.size(), 1U);
  EXPECT_TRUE(says(said_of(words))) << said_of(words);
  driver.move_to(kAnswer);
  ImGui::GetIO().DeltaTime = 1;
  driver.frames(3);
  EXPECT_TRUE(says("“Paris” is written in subwords: "));
}

TEST(AnswerLine, SaysWhatAPronounMeansAndWhatAHiddenWordWas) {
  Driver driver({first_document(Language::kEnglish), {}});
  driver.frames(2);
  EXPECT_TRUE(says("“it” means: " + likeliest(driver, 9)));
  driver.click("token 2");
  driver.frames(2);
  EXPECT_TRUE(says("hidden word: " + likeliest(driver, 2)));
  driver.click("token 2");
  EXPECT_TRUE(says("“it” means: " + likeliest(driver, 9)));
}

TEST(AnswerLine, InvitesToHideAWordWhereNothingIsAsked) {
  Driver driver(reading("who", "the animal did not cross the street"));
  driver.frames(2);
  EXPECT_FALSE(driver.shows(kAnswer));
  EXPECT_TRUE(says("Click a word above to hide it: the model guesses it."));
}

TEST(AnswerLine, SaysThatAnUntrainedModelGuesses) {
  State state;
  state.document.text = "the cat sat on the mat";
  set_architecture(state, engine::Architecture::kDecoder);
  Driver driver(state);
  EXPECT_TRUE(says(likeliest_next(driver) + " · untrained: a guess from random weights"));
}

TEST(AnswerLine, StandsAtTheSamePlaceInEveryViewButTheLabsAndLearning) {
  std::optional<ImVec2> place;
  for (const views::View& view : views::central_views()) {
    Driver driver(reading("grammar", "the girl behind the kings", std::string(view.name)));
    driver.frames(2);
    const auto answer = driver.find(kAnswer);
    const bool has_own_model = view.shows == views::Shows::kLab || view.shows == views::Shows::kRuns;
    ASSERT_EQ(answer.has_value(), !has_own_model) << view.name;
    if (!answer) continue;
    if (!place) place = answer->low;
    EXPECT_EQ(answer->low.x, place->x) << view.name;
    EXPECT_EQ(answer->low.y, place->y) << view.name;
  }
  EXPECT_TRUE(place.has_value());
}

TEST(AnswerLine, IsNotThereWhereNothingIsPredicted) {
  Driver driver({four_tokens(), {}});
  EXPECT_FALSE(driver.shows(kAnswer));
}

TEST(AnswerLine, OpensAllAnswers) {
  Driver driver(reading("grammar", "the girl behind the kings"));
  driver.click(kAnswer);
  EXPECT_EQ(driver.document().focus.view, "generate");
  driver.frames(2);
  EXPECT_TRUE(says("Which token comes next?"));
}

TEST(AnswerLine, NamesAnUnknownWordAndHowManyItKnows) {
  Driver driver(reading("grammar", "the girl behind the zebra"), {1280, 720});
  driver.frames(2);
  EXPECT_TRUE(says("“zebra” is not among the 48 words of grammar."));
}

TEST(AnswerLine, OffersNothingForAKnownText) {
  Driver driver(reading("grammar", "the girl behind the kings"));
  driver.frames(2);
  EXPECT_EQ(reader(driver), "");
  EXPECT_FALSE(says("is not among"));
}

TEST(AnswerLine, OneClickReadsTheTextWithAModelThatKnowsIt) {
  if (offered_model("prose") == nullptr) GTEST_SKIP() << "prose is not in the box";
  for (const ImVec2 size : {ImVec2(1600, 1000), ImVec2(1280, 720)}) {
    Driver driver(reading("grammar", "the girl sat on the chair"), size);
    driver.frames(2);
    const Document before = driver.document();
    ASSERT_EQ(reader(driver), "Read it with prose (any English)##read with");
    driver.click(reader(driver));
    driver.frames(2);
    EXPECT_EQ(driver.document().text, before.text);
    EXPECT_EQ(driver.document().config.checkpoint, "prose");
    EXPECT_EQ(reader(driver), "");
    EXPECT_TRUE(says(said_of(words_next(driver)))) << said_of(words_next(driver));
    driver.press(ImGuiKey_Z, ImGuiMod_Ctrl);
    EXPECT_EQ(driver.document(), before);
  }
}

// What was typed in simplified characters is read as traditional ones: the token shows both.
TEST(SimplifiedWindow, ShowsTheCharactersOfAModelOfTraditionalOnes) {
  if (offered_model("poem") == nullptr) GTEST_SKIP() << "poem is not in the box";
  State state = reading("poem", "春眠不觉晓");
  state.preferences.language = Language::kSimplifiedChinese;
  Driver simplified(state);
  simplified.frames(2);
  EXPECT_THAT(simplified.view().facts.labels(0), testing::IsSupersetOf({"春", "眠", "不", "觉", "晓"}));
  EXPECT_EQ(times_said("覺"), 1U) << "on its chip alone";
  const auto vocabulary = [](Driver& driver) { return driver.view().facts.vocabulary(); };
  EXPECT_THAT(vocabulary(simplified), testing::Not(testing::Contains("來")));
  state.preferences.language = Language::kTraditionalChinese;
  Driver traditional(state);
  traditional.frames(2);
  EXPECT_THAT(traditional.view().facts.labels(0), testing::IsSupersetOf({"春", "眠", "不", "覺", "曉"}));
  EXPECT_EQ(times_said("觉"), 2U) << "where it was typed, and on its chip";
  EXPECT_THAT(vocabulary(traditional), testing::Contains("來"));
}

// A text in traditional characters was not typed otherwise.
TEST(SimplifiedWindow, ChangesNothingWhereNothingDiffers) {
  if (offered_model("poem") == nullptr) GTEST_SKIP() << "poem is not in the box";
  State state = reading("poem", "春眠不覺曉");
  state.preferences.language = Language::kTraditionalChinese;
  Driver driver(state);
  driver.frames(2);
  EXPECT_EQ(times_said("觉"), 0U);
  State chinese = reading("prose-zh", "猫坐在");
  chinese.preferences.language = Language::kTraditionalChinese;
  Driver prose(chinese);
  prose.frames(2);
  EXPECT_THAT(prose.view().facts.labels(0), testing::Contains("猫"));
  EXPECT_EQ(times_said("貓"), 0U);
}

TEST(AnswerLine, SaysThatACharacterIsNew) {
  if (offered_model("prose-zh") == nullptr) GTEST_SKIP() << "prose-zh is not in the box";
  Driver driver(reading("prose-zh", "貓坐在龘"));
  driver.frames(2);
  EXPECT_EQ(reader(driver), "");
  EXPECT_TRUE(says("“龘”: this character is new to me."));
  driver.move_to("token 4");
  ImGui::GetIO().DeltaTime = 1;
  driver.frames(3);
  EXPECT_GE(times_said("this character is new to me"), 2U) << "in the tip of its chip, too";
}

}  // namespace
}  // namespace app
