// Esc in a field that is typed in: it leaves the field, keeps what was typed, and undo knows of it.
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/document/checkpoints.h"
#include "app/session/changes.h"
#include "engine/labs/positions/positions_lab.h"
#include "engine/labs/relatives/relatives_lab.h"
#include "keyboard.h"
#include "tests/ui/states.h"

namespace app {
namespace {

State with_model(const char* name) {
  State state;
  const auto path = std::filesystem::path(HEADLIGHT_TEST_DATA) / "golden/checkpoints" / name;
  EXPECT_FALSE(checkpoints::use(path.string(), state.document).has_value()) << path;
  return state;
}

State with_target() {
  State state = looking_at("tokens");
  set_architecture(state, engine::Architecture::kTransformer);
  return state;
}

State with_batch() {
  State state = looking_at("tokens");
  set_batch(state, true);
  return state;
}

State with_ids() {
  State state = with_model("gpt2");
  state.document.ids = {281, 261, 264};
  return state;
}

State lab(const char* view, const char* page) {
  State state = example(0);
  state.document.focus.view = view;
  engine::positions_lab_of(state.document.config).is_on = std::string_view(view) == "positions";
  engine::relatives_lab_of(state.document.config).is_on =
      !engine::positions_lab_of(state.document.config).is_on;
  (engine::positions_lab_of(state.document.config).is_on ? state.document.labs.positions.shown
                                                         : state.document.labs.relatives.shown) = page;
  return state;
}

// A field of the document's, or of the preferences', and something to type in it.
struct Field {
  const char* label;
  std::function<State()> state;
  const char* typed;
  bool is_dragged = false;  // typed in after a double-click
};

const std::vector<Field>& fields() {
  static const std::vector<Field> kFields = {
      {"##sequence", [] { return example(0); }, "ab c"},
      {"##sequence", with_batch, "ab c"},
      {"##sequence", with_target, "ab c"},
      {"##target", with_target, "ab c"},
      {"##pair", [] { return with_model("bert"); }, "a dog"},
      {"##ids", with_ids, "258, 259"},
      {"##setting.heads", [] { return example(0); }, "2", true},
      {"##setting.seed", with_target, "17", true},
      {"##lab moved", [] { return lab("positions", "order"); }, "down sat cat the"},
      {"##lab.positions.first", [] { return lab("positions", "worked"); }, "3"},
      {"##lab.positions.step", [] { return lab("positions", "circles"); }, "3"},
      {"##relatives.costs.n", [] { return lab("relatives", "costs"); }, "77"}};
  return kFields;
}

void enter(Driver& driver, const Field& field) {
  if (field.is_dragged) driver.click(field.label);
  driver.click(field.label);
  driver.press(ImGuiKey_A, ImGuiMod_Ctrl);
}

TEST(EscapeInAField, KeepsWhatWasTypedAndUndoTakesItBack) {
  for (const Field& field : fields()) {
    Driver driver(field.state());
    const State before = driver.session().state();
    ASSERT_TRUE(driver.shows(field.label)) << field.label;
    driver.pause();
    enter(driver, field);
    driver.type(field.typed);
    const State typed = driver.session().state();
    EXPECT_NE(typed, before) << field.label;
    driver.press(ImGuiKey_Escape);
    driver.frames(2);
    EXPECT_EQ(driver.session().state(), typed) << field.label;
    EXPECT_FALSE(ImGui::IsAnyItemActive()) << field.label << " is left";
    driver.press(ImGuiKey_Z, ImGuiMod_Ctrl);
    driver.frames(2);
    EXPECT_EQ(driver.session().state(), before) << field.label;
    driver.press(ImGuiKey_Y, ImGuiMod_Ctrl);
    driver.frames(2);
    EXPECT_EQ(driver.session().state(), typed) << field.label;
  }
}

TEST(EscapeInAField, KeepsTheFolderOfExports) {
  Driver driver(example(0));
  driver.press(ImGuiKey_E, ImGuiMod_Ctrl);
  driver.frames(2);
  driver.click("##folder");
  driver.press(ImGuiKey_A, ImGuiMod_Ctrl);
  driver.type("pictures");
  driver.press(ImGuiKey_Escape);
  driver.frames(2);
  EXPECT_EQ(driver.session().preferences().export_folder, "pictures");
  EXPECT_TRUE(driver.shows("##folder")) << "the field is left first, then the menu";
  driver.press(ImGuiKey_Escape);
  driver.frames(2);
  EXPECT_FALSE(driver.shows("##folder"));
}

TEST(EscapeInAField, KeepsWhatUndoBroughtBackInTheSameFrame) {
  Driver driver(example(0));
  const std::string before = driver.document().text;
  driver.click("##sequence");
  driver.press(ImGuiKey_End);
  driver.pause();
  driver.type(" now");
  driver.pause();
  Keyboard keyboard;
  keyboard.chord(ImGuiKey_Z);
  keyboard.offset(ImGuiKey_Escape);
  slow_frame(driver);
  driver.frames(3);
  EXPECT_EQ(driver.document().text, before);
}

TEST(EscapeInAField, IsACommandForTheNextPress) {
  Driver driver(looking_at("encoder.0.self.head.0.scores"));
  driver.click("##sequence");
  driver.press(ImGuiKey_End);
  Keyboard keyboard;
  keyboard.type("s");
  keyboard.offset(ImGuiKey_Escape);
  keyboard.type("h");
  slow_frame(driver);
  EXPECT_EQ(driver.document().text, "the cat sat on the mats");
  EXPECT_EQ(driver.document().focus.view, "heads");
}

// There it takes the number back, as it says; undo brings it.
TEST(EscapeInAField, OfACellTakesTheNumberBackAndUndoBringsIt) {
  State state = example(0);
  state.document.focus.stage = "encoder.0.self.head.0.scaled";
  state.document.focus.pinned = {2, 1};
  Driver driver(state);
  driver.press(ImGuiKey_E);
  driver.frames(2);
  driver.press(ImGuiKey_A, ImGuiMod_Ctrl);
  driver.type("7");
  driver.press(ImGuiKey_Escape);
  EXPECT_TRUE(driver.document().config.edits.empty());
  driver.press(ImGuiKey_Z, ImGuiMod_Ctrl);
  ASSERT_EQ(driver.document().config.edits.size(), 1U);
  EXPECT_EQ(driver.document().config.edits[0].cells.at(0).value, 7);
}

}  // namespace
}  // namespace app
