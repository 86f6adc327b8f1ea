// Numbers typed over cells, whole matrices pasted, heads switched and tokens dragged, driven by labels.
#include <gtest/gtest.h>

#include "app/session/examples.h"
#include "app/session/exploring.h"
#include "driver.h"
#include "tests/session/preset_documents.h"

namespace app {
namespace {

constexpr const char* kScores = "encoder.0.self.head.0.scores";
constexpr const char* kNumber = "##typed number";

// The first example looks at scores with [2, 1] pinned.
State first() {
  return {four_tokens(), {}};
}

std::optional<double> typed(const Driver& driver, const std::string& address, engine::Index row,
                            engine::Index column) {
  const engine::StageEdits* const edits = engine::find_edits(driver.document().config.edits, address);
  if (edits == nullptr) return std::nullopt;
  for (const engine::CellEdit& cell : edits->cells) {
    if (cell.row == row && cell.column == column) return cell.value;
  }
  return std::nullopt;
}

float number(Driver& driver, const std::string& address, engine::Index row, engine::Index column) {
  const auto& trace = *driver.session().trace();
  return trace.at(trace.find(address).value(), row, column);
}

TEST(NumberEdit, TheKeyETypesOverThePinnedCellAndItTravels) {
  Driver driver(first());
  const float before = number(driver, "encoder.0.self.head.0.weights", 2, 0);
  driver.press(ImGuiKey_E);
  driver.frames(2);
  ASSERT_TRUE(driver.shows(kNumber));
  driver.press(ImGuiKey_A, ImGuiMod_Ctrl);
  driver.type("100");
  EXPECT_EQ(typed(driver, kScores, 2, 1), 100);
  EXPECT_EQ(number(driver, kScores, 2, 1), 100);
  EXPECT_NE(number(driver, "encoder.0.self.head.0.weights", 2, 0), before);
  driver.press(ImGuiKey_Enter);
  EXPECT_FALSE(driver.shows(kNumber));
  EXPECT_EQ(typed(driver, kScores, 2, 1), 100);
}

TEST(NumberEdit, AnActivationThatWasTypedIsExplainedWithoutItsGate) {
  State state{document_of("preset.encoder"), {}};
  const std::string kActivation = "encoder.0.ffn.activation";
  state.document.config.edits = {{kActivation, {{1, 2, 5}}}};
  state.document.focus.stage = kActivation;
  state.document.focus.pinned = {1, 2};
  Driver driver(std::move(state));
  driver.frames(3);
  EXPECT_EQ(number(driver, kActivation, 1, 2), 5);
  EXPECT_TRUE(driver.session().trace()->explain(driver.session().focused_stage(), 1, 2).terms.empty());
}

TEST(NumberEdit, EscLeavesWhatThereWas) {
  Driver driver(first());
  driver.press(ImGuiKey_E);
  driver.frames(2);
  driver.press(ImGuiKey_A, ImGuiMod_Ctrl);
  driver.type("7");
  EXPECT_EQ(typed(driver, kScores, 2, 1), 7);
  driver.press(ImGuiKey_Escape);
  EXPECT_FALSE(driver.shows(kNumber));
  EXPECT_EQ(typed(driver, kScores, 2, 1), std::nullopt);
  EXPECT_TRUE(driver.document().focus.pinned.has_value());
}

TEST(NumberEdit, ArrowsStepAndWhatIsNoNumberChangesNothing) {
  Driver driver(first());
  driver.press(ImGuiKey_E);
  driver.frames(2);
  driver.press(ImGuiKey_A, ImGuiMod_Ctrl);
  driver.type("2");
  driver.press(ImGuiKey_UpArrow);
  EXPECT_NEAR(typed(driver, kScores, 2, 1).value_or(0), 2.1, 1e-9);
  driver.press(ImGuiKey_A, ImGuiMod_Ctrl);
  driver.type("x");
  EXPECT_NEAR(typed(driver, kScores, 2, 1).value_or(0), 2.1, 1e-9);
}

TEST(NumberEdit, ADoubleClickOpensTheFieldAndTheListGivesItBack) {
  Driver driver(first());
  const auto canvas = driver.find("stage canvas");
  ASSERT_TRUE(canvas.has_value());
  // Somewhere on the result there is a cell that can be typed.
  for (float x = 0.5f; x < 0.9f && !driver.shows(kNumber); x += 0.1f) {
    const ImVec2 at(canvas->low.x + (canvas->high.x - canvas->low.x) * x,
                    canvas->low.y + (canvas->high.y - canvas->low.y) * 0.7f);
    driver.click_at(at);
    driver.click_at(at);
    driver.frames(3);
    if (!driver.shows(kNumber)) driver.frames(30);
  }
  ASSERT_TRUE(driver.shows(kNumber));
  driver.press(ImGuiKey_A, ImGuiMod_Ctrl);
  driver.type("3.5");
  driver.press(ImGuiKey_Enter);
  ASSERT_EQ(driver.document().config.edits.size(), 1U);
  driver.click("1 ▾##setting.typed");
  driver.click("Reset all##number.all_computed");
  EXPECT_TRUE(driver.document().config.edits.empty());
}

TEST(NumberEdit, ButtonsOfTheCardOpenTheFieldAndTheMatrix) {
  Driver driver(first());
  driver.click("Edit value##number.change");
  EXPECT_TRUE(driver.shows(kNumber));
  driver.press(ImGuiKey_Escape);
  driver.click("Edit matrix…##number.matrix");
  driver.frames(2);
  ASSERT_TRUE(driver.shows("##matrix text"));
  driver.press(ImGuiKey_A, ImGuiMod_Ctrl);
  driver.type("[[1, 2, 3, 4], [0, 0, 0, 0], [0, 0, 0, 0], [9, 9, 9]]");
  driver.click("Use these numbers##number.use");
  EXPECT_TRUE(driver.document().config.edits.empty()) << "a row too short is refused";
  driver.click("##matrix text");
  driver.press(ImGuiKey_A, ImGuiMod_Ctrl);
  driver.type("1 2 3 4; 0 0 0 0; 0 0 0 0; 9 9 9 9");
  driver.click("Use these numbers##number.use");
  EXPECT_EQ(typed(driver, kScores, 0, 2), 3);
  EXPECT_EQ(number(driver, kScores, 3, 3), 9);
  EXPECT_FALSE(driver.shows("##matrix text"));
}

TEST(NumberEdit, MasksAreNotTyped) {
  State state = first();
  state.document.focus.stage = "encoder.0.self.head.0.mask";
  Driver driver(std::move(state));
  driver.press(ImGuiKey_E);
  driver.frames(2);
  EXPECT_FALSE(driver.shows(kNumber));
  EXPECT_FALSE(driver.shows("Edit value##number.change"));
}

TEST(WorkedDialog, MakesTheExampleThatWasTypedAndUndoTakesItBack) {
  Driver driver(first(), {1600, 1500});  // its row is the last of the menu
  const Document before = driver.document();
  driver.click("Examples##examples");
  driver.click("Your own worked example…##worked.open");
  driver.frames(2);
  ASSERT_TRUE(driver.shows("Show it##worked.make"));
  driver.click("Show it##worked.make");
  EXPECT_EQ(driver.document().config.n_heads, 2);
  EXPECT_EQ(driver.document().text, "x1 x2 x3");
  EXPECT_EQ(number(driver, "encoder.0.self.head.1.q", 0, 0), 0);
  EXPECT_EQ(number(driver, "encoder.0.self.head.1.q", 0, 1), 1);
  driver.press(ImGuiKey_Z, ImGuiMod_Ctrl);
  EXPECT_EQ(driver.document(), before);
}

TEST(HeadSwitch, GoesThroughEvenAndOff) {
  Driver driver(first());
  const std::string head = "encoder.0.self.head.1";
  driver.click("switch " + head);
  EXPECT_EQ(head_state(driver.document().config, head), engine::HeadState::kUniform);
  EXPECT_EQ(driver.document().focus.stage, kScores) << "the switch does not walk";
  driver.click("switch " + head);
  EXPECT_EQ(head_state(driver.document().config, head), engine::HeadState::kOff);
  driver.click("switch " + head);
  EXPECT_EQ(head_state(driver.document().config, head), engine::HeadState::kOn);
}

void drag(Driver& driver, const std::string& from, const std::string& to) {
  const auto start = driver.find(from);
  const auto end = driver.find(to);
  ASSERT_TRUE(start && end);
  driver.move({(start->low.x + start->high.x) / 2, (start->low.y + start->high.y) / 2});
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  driver.frames(2);
  driver.move({end->high.x - 3, (end->low.y + end->high.y) / 2});
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  driver.frames(3);
}

TEST(Chips, ATokenIsDraggedToAnotherPlace) {
  Driver driver(first());
  drag(driver, "token 0", "token 2");
  EXPECT_EQ(driver.document().order, (std::vector<engine::Index>{1, 2, 0, 3}));
  EXPECT_EQ(driver.session().trace()->sequence(0).tokens,
            (std::vector<std::string>{"cat", "sat", "the", "down"}));
  EXPECT_TRUE(driver.document().padded.empty()) << "a drag is no click";
  driver.click("Text order##text order");
  EXPECT_TRUE(driver.document().order.empty());
}

TEST(Chips, AClickStillSwitchesATokenOff) {
  Driver driver(first());
  driver.click("token 1");
  EXPECT_EQ(driver.document().padded, (std::vector<engine::Index>{1}));
}

}  // namespace
}  // namespace app
