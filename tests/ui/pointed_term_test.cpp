// Terms in the window's own texts: pointed at, they say what they mean, and F2 leads to them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "app/pages/glossary.h"
#include "app/ui/text.h"
#include "driver.h"
#include "engine/core/utf8.h"
#include "tests/ui/drawn_text.h"
#include "tests/ui/states.h"

namespace app {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// A text as a test names it: whether blanks are seen depends on its type.
std::string without_blanks(std::string text) {
  std::erase(text, ' ');
  return text;
}

// The middle of a word of a text that the last frame drew; the last such text, which lies on top.
std::optional<ImVec2> place_of(std::string_view text, std::string_view word) {
  std::optional<ImVec2> place;
  const std::string wanted = without_blanks(std::string(text));
  for (const DrawnText& drawn : drawn_frame().texts) {
    const std::string letters = without_blanks(drawn.text);
    const size_t at = letters.find(word);
    if (letters.find(wanted) == std::string::npos || at == std::string::npos) continue;
    const size_t before = engine::count_letters(std::string_view(letters).substr(0, at));
    const Ink& ink = drawn.letters.at(before + engine::count_letters(word) / 2);
    place = ImVec2((ink[0].x + ink[2].x) / 2, (ink[0].y + ink[2].y) / 2);
  }
  return place;
}

// What the tip says, its lines one after the other.
std::string said_in_tip() {
  const ImGuiWindow* const tip = ImGui::FindWindowByName("##Tooltip_00");
  if (tip == nullptr || !tip->Active || tip->Hidden) return "";
  std::string said;
  for (const DrawnText& drawn : drawn_frame().texts) {
    const bool is_inside = drawn.low.x >= tip->Pos.x && drawn.low.y >= tip->Pos.y &&
                           drawn.high.x <= tip->Pos.x + tip->Size.x &&
                           drawn.high.y <= tip->Pos.y + tip->Size.y;
    if (is_inside) said.append(drawn.text).append(" ");
  }
  return said;
}

void rest(Driver& driver) {
  ImGui::GetIO().DeltaTime = 0.4f;
  driver.frames(4);
  ImGui::GetIO().DeltaTime = 1.0f / 60;
}

// Moves the mouse to a word of a text, and lets it rest there.
void point_at(Driver& driver, std::string_view text, std::string_view word) {
  const std::optional<ImVec2> place = place_of(text, word);
  ASSERT_TRUE(place.has_value()) << "no " << word << " in " << text;
  driver.move(*place);
  rest(driver);
}

State with_a_pinned_weight() {
  State state = looking_at("encoder.0.self.head.0.weights");
  state.document.focus.pinned = {1, 0};
  return state;
}

TEST(PointedTerms, AWordOfTheCardSaysWhatItMeansAndF2LeadsToIt) {
  Driver driver(with_a_pinned_weight());
  point_at(driver, "From score to weight", "score");
  EXPECT_THAT(said_in_tip(), AllOf(HasSubstr("The dot product of a query and a key"), HasSubstr("F2: g")));
  driver.press(ImGuiKey_F2);
  EXPECT_EQ(driver.session().desk().panel, "glossary");
  EXPECT_EQ(driver.session().desk().reading.term, "score");
  driver.press(ImGuiKey_F2);
  EXPECT_EQ(driver.session().desk().panel, "") << "the mouse was not moved to what it is on now";
}

TEST(PointedTerms, WaitUntilTheMouseRests) {
  Driver driver(with_a_pinned_weight());
  driver.move(*place_of("From score to weight", "score"));
  EXPECT_EQ(said_in_tip(), "");
  rest(driver);
  EXPECT_NE(said_in_tip(), "");
}

TEST(PointedTerms, AreFoundInChineseInTheMiddleOfAText) {
  State state = with_a_pinned_weight();
  state.preferences.language = Language::kTraditionalChinese;
  Driver driver(state);
  point_at(driver, "整個橫列的softmax→", "softmax");
  driver.press(ImGuiKey_F2);
  EXPECT_EQ(driver.session().desk().reading.term, "softmax");
}

TEST(PointedTerms, ATextWithoutOneSaysNothing) {
  Driver driver(with_a_pinned_weight());
  point_at(driver, "Pinned", "Pinned");
  EXPECT_EQ(said_in_tip(), "");
  driver.press(ImGuiKey_F2);
  EXPECT_EQ(driver.session().desk().panel, "glossary");
  EXPECT_EQ(driver.session().desk().reading.term, "");
}

TEST(PointedTerms, WhatWasTypedIsNone) {
  State state = looking_at("encoder.0.self.head.0.weights");
  state.document.text = "the mask sat on the softmax";
  Driver driver(state);
  driver.move_to("token 1");
  rest(driver);
  EXPECT_THAT(said_in_tip(), Not(HasSubstr("What is added to the scores")));
  driver.press(ImGuiKey_F2);
  EXPECT_EQ(driver.session().desk().panel, "glossary");
  EXPECT_EQ(driver.session().desk().reading.term, "");
}

TEST(PointedTerms, AControlKeepsItsTipWithOneLineMore) {
  Driver driver(with_a_pinned_weight());
  point_at(driver, "Heads", "Heads");
  EXPECT_THAT(said_in_tip(), AllOf(HasSubstr("How many attentions run"), HasSubstr("head: "),
                                   HasSubstr("(F2)"), Not(HasSubstr("F2: "))));
}

TEST(PointedTerms, WhatComesUnderTheStillMouseIsNotMeant) {
  Driver driver(with_a_pinned_weight());
  const ImVec2 place = *place_of("From score to weight", "score");
  driver.press(ImGuiKey_Escape);
  driver.move(place);
  rest(driver);
  driver.view().requests.edit("", [](State& state) { state.document.focus.pinned = {1, 0}; });
  driver.frames(3);
  ASSERT_TRUE(place_of("From score to weight", "score").has_value());
  rest(driver);
  EXPECT_EQ(said_in_tip(), "");
}

TEST(PointedTerms, AFrameWithNothingPointedAtNotesNothing) {
  Driver driver(with_a_pinned_weight());
  driver.move(*place_of("From score to weight", "score"));
  ASSERT_NE(ui::pointed_text(), nullptr);
  EXPECT_EQ(ui::pointed_text()->text, "From score to weight");
  driver.move({-5, -5});
  driver.frames(2);
  EXPECT_EQ(ui::pointed_text(), nullptr);
}

// Prose is drawn word by word.
TEST(PointedTerms, ALineOfProseIsOneText) {
  Driver driver(example(0));
  driver.view().requests.arrange([](Desk& desk) { desk.lesson.id = "window"; });
  driver.frames(3);
  std::optional<ImVec2> place;
  for (const DrawnText& drawn : drawn_frame().texts) {
    if (drawn.text.starts_with("updates as you type")) place = drawn.low;
  }
  ASSERT_TRUE(place.has_value());
  driver.move({place->x + 4, place->y + 6});
  ASSERT_NE(ui::pointed_text(), nullptr);
  EXPECT_THAT(ui::pointed_text()->text, HasSubstr("updates as you type"));
}

}  // namespace
}  // namespace app
