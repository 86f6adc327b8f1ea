// Numbers typed and pasted into fields of every kind: what stands behind a comma is not left out, and what is
// no number changes nothing and is told.
#include <gtest/gtest.h>

#include <string>

#include "app/session/examples.h"
#include "app/ui/number_field.h"
#include "driver.h"

namespace app {
namespace {

constexpr const char* kScores = "encoder.0.self.head.0.scores";

State first() {
  return {four_tokens(), {}};
}

State seeded() {
  State state = first();
  state.document.config.model = engine::ModelKind::kSeeded;
  return state;
}

std::string g_copied;  // what Dear ImGui finds in the clipboard

void paste(Driver& driver, const char* text) {
  driver.press(ImGuiKey_A, ImGuiMod_Ctrl);
  g_copied = text;
  ImGui::GetPlatformIO().Platform_GetClipboardTextFn = [](ImGuiContext*) { return g_copied.c_str(); };
  driver.press(ImGuiKey_V, ImGuiMod_Ctrl);
}

double typed_cell(const Driver& driver) {
  const engine::StageEdits* const edits = engine::find_edits(driver.document().config.edits, kScores);
  return edits == nullptr ? 0 : edits->cells.at(0).value;
}

std::string refusal() {
  const auto refused = ui::refused_number();
  return refused ? refused->error.key : "";
}

TEST(NumberFields, ACellTakesADecimalCommaAndKeepsItsNumberWhereNoneIsTyped) {
  Driver driver(first());
  driver.press(ImGuiKey_E);
  driver.frames(2);
  driver.press(ImGuiKey_A, ImGuiMod_Ctrl);
  driver.type("0");
  driver.type(",");
  driver.type("5");
  EXPECT_EQ(typed_cell(driver), 0.5);
  paste(driver, "1,024");
  EXPECT_EQ(typed_cell(driver), 1024);
  paste(driver, "1/4");
  EXPECT_EQ(typed_cell(driver), 0.25);
  paste(driver, "1.024,5");
  EXPECT_EQ(engine::find_edits(driver.document().config.edits, kScores), nullptr) << "as before it was typed";
  driver.press(ImGuiKey_A, ImGuiMod_Ctrl);
  for (const char* const letter : {"1", ".", "0", "2", "4", ",", "5"}) driver.type(letter);
  EXPECT_EQ(engine::find_edits(driver.document().config.edits, kScores), nullptr) << "nor half of it";
}

class DraggedNumber : public testing::Test {
 protected:
  // A double click opens its text, all of it selected.
  void open(std::string_view label) {
    const auto item = driver_.find(label);
    ASSERT_TRUE(item) << label;
    const ImVec2 middle((item->low.x + item->high.x) / 2, (item->low.y + item->high.y) / 2);
    driver_.move(middle);
    for (int i = 0; i < 2; ++i) {
      ImGui::GetIO().AddMouseButtonEvent(0, true);
      driver_.frame();
      ImGui::GetIO().AddMouseButtonEvent(0, false);
      driver_.frame();
    }
    driver_.frames(2);
  }
  Driver driver_{seeded()};
};

TEST_F(DraggedNumber, TakesThousandsAndSumsAndRefusesTheRest) {
  const char* const seed = "##setting.seed";
  open(seed);
  const auto before = driver_.document().config.seed;
  driver_.type("1,024");
  EXPECT_EQ(driver_.document().config.seed, 1024u);
  EXPECT_EQ(refusal(), "");
  paste(driver_, "2^10 + 1");
  EXPECT_EQ(driver_.document().config.seed, 1025u);
  paste(driver_, "1.024,5");
  EXPECT_EQ(driver_.document().config.seed, before) << "what was there before";
  EXPECT_EQ(refusal(), "error.number_comma");
  driver_.press(ImGuiKey_Enter);
  EXPECT_EQ(refusal(), "error.number_comma") << "until something else happens";
  EXPECT_EQ(driver_.document().config.seed, before);
  driver_.click_at({3, 990});
  EXPECT_EQ(refusal(), "");
}

TEST_F(DraggedNumber, IsWholeWhereItCounts) {
  open("##setting.seed");
  const auto before = driver_.document().config.seed;
  paste(driver_, "8,5");
  EXPECT_EQ(driver_.document().config.seed, before);
  EXPECT_EQ(refusal(), "error.number_whole");
  paste(driver_, "8");
  EXPECT_EQ(refusal(), "");
  EXPECT_EQ(driver_.document().config.seed, 8u);
}

TEST(NumberFields, APastedTabIsABlankInASentence) {
  Driver driver(first());
  driver.click("##sequence");
  paste(driver, "the cat\tsat\r\non");
  EXPECT_EQ(driver.document().text, "the cat sat on");
}

}  // namespace
}  // namespace app
