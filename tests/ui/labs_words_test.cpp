// What the labs say beside their pictures: what one looks at, what it means, and which picture is which.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/document/checkpoints.h"
#include "app/document/labs/labs.h"
#include "app/session/learning.h"
#include "tests/ui/drawn_text.h"
#include "tests/ui/states.h"

namespace app {
namespace {

constexpr ImVec2 kProjector(1280, 720);

std::vector<DrawnText> texts_now(Driver& driver) {
  driver.frames(2);
  driver.session().settle();
  driver.frames(3);
  return drawn_frame().texts;
}

// Whether they are drawn one after the other, on one line or on several.
testing::AssertionResult says(const std::vector<DrawnText>& texts, const std::string& words) {
  std::string all;
  for (const DrawnText& text : texts) all.append(text.text).append(text.text.ends_with(' ') ? "" : " ");
  return (all.find(words) == std::string::npos ? testing::AssertionFailure() : testing::AssertionSuccess())
         << all;
}

State four_words(const char* view) {
  State state{four_tokens(), {}};
  state.document.focus.view = view;
  return state;
}

TEST(LabsWords, AnExampleNamesItsMaps) {
  Driver compare(four_words("compare"));
  const auto compared = texts_now(compare);
  for (const char* const name : {"A: temperature 1", "B: temperature 2", "B − A"})
    EXPECT_TRUE(says(compared, name)) << name;
  Driver learning(four_words("learning"));
  const auto begun = texts_now(learning);
  for (const char* const name : {"Before training", "Trained"}) EXPECT_TRUE(says(begun, name)) << name;
  Driver homework(four_words("homework"));
  const auto checked = texts_now(homework);
  for (const char* const name : {"Yours", "Ours", "Yours − ours"}) EXPECT_TRUE(says(checked, name)) << name;
}

// How often these words stand on the screen as a text of their own.
int64_t times(const std::vector<DrawnText>& texts, const std::string& words) {
  return std::ranges::count(texts, words, &DrawnText::text);
}

TEST(LabsWords, AnExampleIsComputedFromTheSentenceOfNow) {
  Driver compare(four_words("compare"), kProjector);
  const auto compared = texts_now(compare);
  EXPECT_TRUE(says(compared, "A: temperature 1") && says(compared, "more in B"));
  const auto& labels = compare.session().trace()->sequence(0).tokens;
  EXPECT_GE(times(compared, labels.back()), 4) << "a chip, a row, and the columns of three maps";
  Driver homework(four_words("homework"), kProjector);
  const auto checked = texts_now(homework);
  EXPECT_TRUE(says(checked, "took softmax down the"));
  EXPECT_TRUE(says(checked, "“head.0” is head 1"));
  EXPECT_TRUE(says(checked, "arrays with numpy"));
}

TEST(LabsWords, APredictionAsksWhatItAnswers) {
  State state = four_words("generate");
  Driver none(state);
  EXPECT_TRUE(says(texts_now(none), "Which token comes next?"));
  state.document.text = "the animal did not cross the street because it was too tired";
  ASSERT_FALSE(checkpoints::use("who", state.document).has_value());
  state.document.focus.view = "generate";
  state.document.focus.pinned.reset();
  Driver who(state);
  EXPECT_TRUE(says(texts_now(who), "What does “it” mean here?"));
  state.document.focus.pinned = {2, 0};
  Driver other(state);
  EXPECT_TRUE(says(texts_now(other), "Which token belongs at “animal”?"));
}

TEST(LabsWords, LowerCostOpensOnEveryWayWithWhatItDoesAndCosts) {
  Driver driver(four_words("cheaper"), kProjector);
  const auto opened = texts_now(driver);
  EXPECT_TRUE(says(opened, "Can attention cost less than N"));
  EXPECT_TRUE(says(opened, "twice the tokens, four times the work"));
  EXPECT_TRUE(says(opened, "Random features imitate e to the score."));
  EXPECT_TRUE(says(opened, "Memory"));
  driver.click("way performer");
  EXPECT_EQ(driver.document().config.attention.kind, engine::AttentionKind::kPerformer);
  const auto performer = texts_now(driver);
  EXPECT_TRUE(says(performer, "13 % of the multiplications"));
  EXPECT_TRUE(says(performer, "error of the map"));
  EXPECT_FALSE(driver.shows("cheaper missed")) << "it leaves no key out";
}

TEST(LabsWords, LowerCostNamesEveryWayOnce) {
  Driver driver(four_words("cheaper"), kProjector);
  EXPECT_EQ(times(texts_now(driver), "Performer"), 1);
  EXPECT_FALSE(driver.shows("Performer##cheaper method.performer"));
  driver.click("way performer");
  texts_now(driver);
  EXPECT_TRUE(driver.shows("Linformer##cheaper method.linformer")) << "from one way to the next";
}

TEST(LabsWords, WhatIsHatchedAmongTheNextTokensIsSaid) {
  State state;
  ASSERT_FALSE(checkpoints::use("grammar", state.document).has_value());
  state.document.text = "the cat that saw the dogs";
  state.document.focus.view = "generate";
  Driver several(state, kProjector);
  EXPECT_TRUE(says(texts_now(several), "Hatched: cut off"));
  // Where one token has nearly all, no bar is long enough to be hatched.
  State alone = four_words("generate");
  set_architecture(alone, engine::Architecture::kDecoder);
  Driver one(alone);
  EXPECT_FALSE(says(texts_now(one), "Hatched: cut off"));
}

TEST(LabsWords, RowsOfAConvolutionAreNamedByLayer) {
  State state = four_words("relatives");
  open_lab_of_view(state.document);
  Driver driver(state, kProjector);
  const auto texts = texts_now(driver);
  for (const char* const layer : {"Layer 1", "Layer 2", "Layer 3"})
    EXPECT_GE(times(texts, layer), 1) << layer;
}

TEST(LabsWords, ASliderHasItsNumberBesideItsTrack) {
  Driver driver(four_words("experiments"), kProjector);
  const auto texts = texts_now(driver);
  const auto slider = driver.find("##experiment width");
  ASSERT_TRUE(slider.has_value());
  const auto number = std::ranges::find_if(texts, [&](const DrawnText& text) {
    return text.text == "64" && text.low.y > slider->low.y && text.high.y < slider->high.y;
  });
  ASSERT_NE(number, texts.end());
  EXPECT_GE(number->low.x, slider->high.x) << "the thumb hides no digit";
  EXPECT_LE(number->low.x, slider->high.x + 16);
}

TEST(LabsWords, AWindowShowsWhichWeightItMisses) {
  State state = four_words("cheaper");
  state.document.config.attention.kind = engine::AttentionKind::kWindow;
  state.document.config.attention.window = 2;
  Driver driver(state, kProjector);
  EXPECT_TRUE(says(texts_now(driver), "of the weight is missed"));
  EXPECT_TRUE(driver.shows("cheaper missed"));
}

TEST(LabsWords, RowsThatAgreeAreNotRecognised) {
  State state = four_words("depth");
  open_lab_of_view(state.document);
  Driver driver(state, kProjector);
  const auto texts = texts_now(driver);
  EXPECT_TRUE(says(texts, "probe: 100 %")) << "in the input";
  EXPECT_TRUE(says(texts, "25 % (chance)")) << "after six layers of attention alone";
  EXPECT_TRUE(says(texts, "pink: the same direction"));
  EXPECT_TRUE(says(texts, "layers of attention alone all words are equal"));
  EXPECT_TRUE(says(texts, "Layer 3") && !says(texts, "Layer 4")) << "layers that are left out";
}

TEST(LabsWords, OnAProjectorOnePairOfTheScaleIsWhole) {
  Driver driver(four_words("experiments"), kProjector);
  EXPECT_TRUE(says(texts_now(driver), "(theory "));
  EXPECT_FALSE(driver.shows("On##experiment scale"));
  driver.click("Your model##experiment.scale.model");
  EXPECT_TRUE(says(texts_now(driver), "Mean maximum weight: "));
  driver.click("On##experiment scale");
  EXPECT_FALSE(driver.document().config.scale);
  EXPECT_FALSE(driver.shows("##experiment width"));
}

TEST(LabsWords, TheLossHasTicksAndItsNamesStayOffThem) {
  engine::Plan plan = plan_of(*engine::find_task("repeat"));
  plan.recipe.steps = 20;
  State state;
  set_trainings(state, std::array{plan});
  state.document.focus.view = "learning";
  state.preferences.language = Language::kSimplifiedChinese;
  Driver driver(state, kProjector);
  driver.frames(2);
  driver.session().settle();
  driver.press(ImGuiKey_Space);
  const auto texts = texts_now(driver);
  const auto curve = driver.find("loss curve");
  ASSERT_TRUE(curve.has_value());
  const auto ticks = std::ranges::count_if(texts, [&](const DrawnText& text) {
    return text.high.x < curve->low.x && text.low.x > curve->low.x - 60 && text.low.y > curve->low.y - 12 &&
           text.high.y < curve->high.y + 12;
  });
  EXPECT_GE(ticks, 3);
  const auto name = std::ranges::find_if(texts, [](const DrawnText& text) { return text.text == "训练"; });
  ASSERT_NE(name, texts.end());
  EXPECT_LE(name->high.y, curve->high.y + 2);
  EXPECT_TRUE(says(texts, "任务："));
  const auto rate = driver.find("rate curve");
  ASSERT_TRUE(rate.has_value());
  EXPECT_EQ(rate->high.x - rate->low.x, curve->high.x - curve->low.x) << "one width";
}

TEST(LabsWords, AnEmptyHistorySaysWhatItWillList) {
  Driver driver(four_words("stage"), kProjector);
  driver.press(ImGuiKey_H, ImGuiMod_Ctrl);
  EXPECT_TRUE(says(texts_now(driver), "Every change and every move"));
  driver.press(ImGuiKey_Escape);
  driver.click("Dark##theme");
  driver.press(ImGuiKey_H, ImGuiMod_Ctrl);
  EXPECT_TRUE(says(texts_now(driver), "Undo skips them"));
}

TEST(LabsWords, ThePalettesSentenceIsNotCut) {
  Driver driver(four_words("stage"), kProjector);
  driver.press(ImGuiKey_K, ImGuiMod_Ctrl);
  EXPECT_TRUE(says(texts_now(driver), "row can read"));
}

}  // namespace
}  // namespace app
