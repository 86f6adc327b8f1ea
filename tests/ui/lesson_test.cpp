// Lessons in the window: taken step by step, answered, left and found again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/lessons/shelf.h"
#include "app/ui/text.h"
#include "app/views/lesson/lesson_state.h"
#include "app/views/lesson/prose_view.h"
#include "driver.h"
#include "tests/ui/drawn_text.h"
#include "tests/ui/states.h"

namespace app {
namespace {

// The window with a lesson open at a step, counted from 0.
void open_at(Driver& driver, const std::string& id, size_t step) {
  driver.click("Lessons##lessons");
  const Lesson* const lesson = find_lesson(Language::kEnglish, id);
  ASSERT_NE(lesson, nullptr);
  driver.click(std::to_string(lesson->number) + "  " + lesson->title + "##lesson " + id);
  driver.frames(2);
  for (size_t i = 0; i < step; ++i) {
    driver.click("Next ›##lesson next");
    driver.frames(2);
  }
}

const LessonState& lesson_of(Driver& driver) {
  return driver.session().desk().lesson;
}

TEST(LessonPanel, SetsUpEachStepAndSaysItsNumbers) {
  Driver driver;
  open_at(driver, "why-scale", 0);
  EXPECT_EQ(driver.document().text, "the cat sat on the mat");
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.0.scores");
  EXPECT_TRUE(says("−1.47"));
  driver.click("Next ›##lesson next");
  driver.frames(2);
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.0.scaled");
  EXPECT_TRUE(says("−0.37"));
  driver.press(ImGuiKey_LeftArrow);
  driver.frames(2);
  EXPECT_EQ(lesson_of(driver).step, 0u);
  driver.press(ImGuiKey_RightArrow);
  driver.frames(2);
  EXPECT_EQ(lesson_of(driver).step, 1u);
}

TEST(LessonPanel, EveryStepIsThreeClicksAway) {
  for (const Lesson& lesson : lessons(Language::kEnglish)) {
    if (lesson.number == 0) continue;
    const size_t last = lesson.steps.size() - 1;
    SCOPED_TRACE(lesson.id);
    Driver driver;
    open_at(driver, lesson.id, 0);
    driver.click("lesson step " + std::to_string(last + 1));
    driver.frames(2);
    EXPECT_EQ(lesson_of(driver).step, last);
    EXPECT_FALSE(views::has_wandered(driver.view()));
  }
}

TEST(LessonPanel, EveryStepIsWhereItSetsOut) {
  Driver driver;
  for (const Lesson& lesson : lessons(Language::kEnglish)) {
    for (size_t step = 0; step < lesson.steps.size(); ++step) {
      SCOPED_TRACE(lesson.id + " " + std::to_string(step + 1));
      views::go_to_lesson_step(driver.view(), lesson, step);
      driver.frames(3);
      EXPECT_EQ(driver.session().error(), std::nullopt);
      EXPECT_FALSE(views::has_wandered(driver.view()));
      const auto& question = lesson.steps[step].question;
      EXPECT_EQ(views::is_covered(driver.view()), question && !question->cover.empty());
    }
  }
}

TEST(LessonPanel, AStepOpensItsFiguresAndTheNextOneClosesThem) {
  Driver driver;
  open_at(driver, "heads", 0);
  const auto& opened = driver.session().desk().opened_attention;
  EXPECT_EQ(opened, "encoder.0.self");
  EXPECT_TRUE(driver.shows("Close##figure.close"));
  EXPECT_FALSE(views::has_wandered(driver.view()));
  driver.click("Close##figure.close");
  driver.frames(2);
  EXPECT_TRUE(opened.empty());
  EXPECT_TRUE(views::has_wandered(driver.view()));
  views::return_to_step(driver.view());
  driver.frames(2);
  EXPECT_EQ(opened, "encoder.0.self");
  driver.click("Next ›##lesson next");
  driver.frames(2);
  EXPECT_TRUE(opened.empty());
}

TEST(LessonPanel, KeepsStepAndAnswerInAnotherLanguage) {
  Driver driver;
  open_at(driver, "why-scale", 2);
  driver.click("lesson choice 1");
  driver.frames(2);
  Requests requests;
  requests.edit("", [](State& state) { state.preferences.language = Language::kTraditionalChinese; });
  driver.session().apply(requests, 100);
  driver.frames(2);
  EXPECT_EQ(lesson_of(driver).step, 2u);
  EXPECT_EQ(lesson_of(driver).given.choice, 1u);
  EXPECT_TRUE(driver.shows(words(Language::kTraditionalChinese)("lesson.next") + "##lesson next"));
  EXPECT_FALSE(driver.shows("stage canvas")) << "the answer is still wrong";
}

TEST(LessonPanel, CoversTheStageUntilTheAnswerIsRight) {
  Driver driver;
  open_at(driver, "why-scale", 2);
  EXPECT_FALSE(driver.document().config.scale);
  EXPECT_FALSE(driver.shows("stage canvas"));
  driver.click("lesson choice 1");
  driver.frames(2);
  EXPECT_TRUE(says("Not quite"));
  EXPECT_TRUE(says("distances"));
  EXPECT_FALSE(driver.shows("stage canvas"));
  driver.click("lesson choice 3");
  driver.frames(2);
  EXPECT_TRUE(says("Right!"));
  EXPECT_TRUE(driver.shows("stage canvas"));
}

TEST(LessonPanel, JudgesATypedNumberAndNamesTheMistake) {
  Driver driver;
  open_at(driver, "mask", 2);
  EXPECT_FALSE(driver.shows("stage canvas"));
  driver.click("##lesson answer");
  driver.type("0.17");
  driver.press(ImGuiKey_Enter);
  driver.frames(2);
  EXPECT_TRUE(says("Not quite"));
  EXPECT_TRUE(says("read every word"));
  driver.click("Show the answer##lesson show");
  driver.frames(2);
  EXPECT_TRUE(driver.shows("stage canvas"));
}

TEST(LessonPanel, TakesAnAnswerByItsButton) {
  Driver driver;
  open_at(driver, "mask", 2);
  driver.click("##lesson answer");
  driver.type("much");
  driver.click("Check##lesson check");
  driver.frames(2);
  EXPECT_TRUE(says("number"));
  EXPECT_FALSE(driver.shows("stage canvas"));
  driver.click("##lesson answer");
  driver.press(ImGuiKey_A, ImGuiMod_Ctrl);
  driver.type("1");
  driver.click("Check##lesson check");
  driver.frames(2);
  EXPECT_TRUE(says("Right!"));
  EXPECT_TRUE(driver.shows("stage canvas"));
}

TEST(LessonPanel, TakesAClickOnACoveredCell) {
  Driver driver;
  open_at(driver, "weight", 0);
  const auto grid = driver.find("covered stage");
  ASSERT_TRUE(grid);
  const float cell = (grid->high.x - grid->low.x) / 13;
  driver.click_at({grid->low.x + 7.5f * cell, grid->low.y + 9.5f * cell});
  driver.frames(2);
  EXPECT_TRUE(says("Not quite"));
  driver.click_at({grid->low.x + 2.5f * cell, grid->low.y + 9.5f * cell});
  driver.frames(2);
  EXPECT_TRUE(says("Right!"));
  EXPECT_FALSE(driver.shows("covered stage"));
}

TEST(LessonPanel, ARightCellIsPinnedSoThatTheCardExplainsIt) {
  Driver driver;
  open_at(driver, "weight", 0);
  const auto grid = driver.find("covered stage");
  ASSERT_TRUE(grid);
  const float cell = (grid->high.x - grid->low.x) / 13;
  driver.click_at({grid->low.x + 7.5f * cell, grid->low.y + 9.5f * cell});
  driver.frames(2);
  EXPECT_EQ(driver.document().focus.pinned, std::pair(engine::Index{9}, engine::Index{9})) << "not that one";
  EXPECT_TRUE(says("look at another column"));
  driver.click_at({grid->low.x + 2.5f * cell, grid->low.y + 9.5f * cell});
  driver.frames(2);
  EXPECT_EQ(driver.document().focus.pinned, std::pair(engine::Index{9}, engine::Index{2}));
  EXPECT_EQ(driver.session().explained_cell().column, 2);
  EXPECT_FALSE(driver.shows("Back to the step##lesson return")) << "it is the step's own cell";
}

TEST(LessonPanel, TheAnswerThatIsShownIsPinned) {
  Driver driver;
  open_at(driver, "weight", 0);
  driver.click("Show the answer##lesson show");
  driver.frames(2);
  EXPECT_EQ(driver.document().focus.pinned, std::pair(engine::Index{9}, engine::Index{2}));
  EXPECT_FALSE(driver.shows("Back to the step##lesson return"));
}

TEST(LessonPanel, AFieldKeepsTheKeysAfterEnter) {
  Driver driver;
  open_at(driver, "mask", 2);
  const std::string stage = driver.document().focus.stage;
  driver.click("##lesson answer");
  driver.type("0.17");
  driver.press(ImGuiKey_Enter);
  driver.frames(2);
  ASSERT_TRUE(says("Not quite"));
  driver.type("1");
  driver.frames(2);
  EXPECT_EQ(lesson_of(driver).given.typed, "1") << "what is typed replaces the answer";
  EXPECT_EQ(driver.document().focus.stage, stage) << "and goes to no other head";
  driver.press(ImGuiKey_Enter);
  driver.frames(2);
  EXPECT_TRUE(says("Right!"));
}

TEST(LessonPanel, TheFieldsHintAnswersNoQuestion) {
  for (const LanguageInfo& language : languages()) {
    for (const char* hint : {"lesson.number.hint", "lesson.shape.hint"}) {
      const std::string text = words(language.language)(hint);
      EXPECT_EQ(text.find_first_of("0123456789"), std::string::npos) << text;
    }
  }
}

TEST(LessonPanel, WhatIsRightHasNotTheColourOfWarnings) {
  Driver driver;
  open_at(driver, "why-scale", 2);
  const auto colour_of = [](std::string_view words) {
    for (const DrawnText& text : drawn_frame().texts) {
      if (text.text.starts_with(words)) return text.colour;
    }
    return ImU32{0};
  };
  const auto& colours = driver.view().style.colours;
  driver.click("lesson choice 1");
  driver.frames(2);
  EXPECT_EQ(colour_of("Not quite"), colours.accent);
  driver.click("lesson choice 3");
  driver.frames(2);
  EXPECT_EQ(colour_of("Right!"), colours.ink);
}

TEST(LessonPanel, AQuestionForAShapeShowsTheWordsButNoMatrix) {
  Driver driver;
  open_at(driver, "all-at-once", 1);
  EXPECT_FALSE(driver.shows("stage canvas"));
  int told = 0;
  for (const DrawnText& text : drawn_frame().texts) told += text.text == "chat" ? 1 : 0;
  EXPECT_EQ(told, 2) << "the chip and the sentence above the cover name the token: no row does";
  driver.click("##lesson answer");
  driver.type("2 x 4");
  driver.press(ImGuiKey_Enter);
  driver.frames(2);
  EXPECT_TRUE(says("Right!"));
  EXPECT_TRUE(driver.shows("stage canvas"));
}

TEST(LessonPanel, LeadsBackToTheStepAfterPlaying) {
  Driver driver;
  open_at(driver, "why-scale", 1);
  EXPECT_FALSE(driver.shows("Back to the step##lesson return"));
  Requests requests;
  requests.edit("", [](State& state) { state.document.text = "a dog"; });
  driver.session().apply(requests, 100);
  driver.frames(2);
  ASSERT_TRUE(driver.shows("Back to the step##lesson return"));
  driver.click("Back to the step##lesson return");
  driver.frames(2);
  EXPECT_EQ(driver.document().text, "the cat sat on the mat");
  EXPECT_FALSE(driver.shows("Back to the step##lesson return"));
  driver.press(ImGuiKey_Z, ImGuiMod_Ctrl);
  driver.frames(2);
  EXPECT_EQ(driver.document().text, "a dog");
}

TEST(LessonPanel, IsBelowThePresentedStage) {
  Driver driver({}, {1280, 720});
  open_at(driver, "why-scale", 2);
  driver.press(ImGuiKey_F5);
  driver.frames(3);
  ASSERT_TRUE(driver.session().desk().presenting.is_on);
  EXPECT_FALSE(driver.shows("stage canvas")) << "covered before a class as well";
  EXPECT_TRUE(says("Now leave the division out"));
  driver.click("lesson choice 3");
  driver.frames(2);
  EXPECT_TRUE(says("Right!"));
  driver.press(ImGuiKey_RightArrow);
  driver.frames(3);
  EXPECT_EQ(lesson_of(driver).step, 3u);
  EXPECT_TRUE(says("all or nothing"));
}

// As wide as "I waited": the full stop takes its word along to the next line, and "go" has the third.
TEST(LessonPanel, AMarkNeverBeginsALine) {
  Driver driver;
  driver.frame();
  const views::Frame frame = driver.view();
  const ui::TextStyle plain{frame.style.fonts.regular, 16, frame.style.colours.ink};
  const ui::TextStyle strong{frame.style.fonts.semibold, 16, frame.style.colours.ink};
  const float width = ui::text_size("I ", plain).x + ui::text_size("waited", strong).x + 0.5f;
  ImDrawList list(ImGui::GetDrawListSharedData());
  list._ResetForNewFrame();
  const auto height = [&](std::string_view markdown) {
    return views::draw_prose(frame, list, {0, 0}, markdown, {16, width});
  };
  const float line = height("I **waited**");
  EXPECT_EQ(height("I **waited** go"), 2 * line);
  EXPECT_EQ(height("I **waited**. go"), 3 * line);
}

TEST(LessonPanel, EndsWithTheNextLessonAndCloses) {
  Driver driver;
  open_at(driver, "why-scale", 6);
  driver.click("Next lesson ›##lesson next");
  driver.frames(2);
  EXPECT_EQ(lesson_of(driver).id, "mask");
  EXPECT_EQ(lesson_of(driver).step, 0u);
  driver.click("×##lesson close");
  driver.frames(2);
  EXPECT_EQ(lesson_of(driver).id, "");
  EXPECT_FALSE(driver.shows("×##lesson close"));
}

}  // namespace
}  // namespace app
