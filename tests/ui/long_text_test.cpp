// Text that is too long for a session is not taken, and the window says so.
#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include "app/document/document_limits.h"
#include "drawn_text.h"
#include "driver.h"

namespace app {
namespace {

// What is in the clipboard of these tests.
std::string& clipboard() {
  static std::string text;
  return text;
}

class LongText : public testing::Test {
 protected:
  static void paste(Driver& driver, const std::string& text) {
    clipboard() = text;
    ImGui::GetPlatformIO().Platform_GetClipboardTextFn = [](ImGuiContext*) { return clipboard().c_str(); };
    driver.press(ImGuiKey_V, ImGuiMod_Ctrl);
    driver.frames(2);
  }
  // What the field that is typed in shows.
  static std::string typed() {
    const ImGuiInputTextState& state = GImGui->InputTextState;
    return {state.TextA.Data, static_cast<size_t>(state.TextLen)};
  }
  static void expect_refused(Driver& driver) {
    driver.frames(2);
    ASSERT_TRUE(driver.session().notice().has_value());
    EXPECT_EQ(driver.session().notice()->key, "error.text_too_long");
    EXPECT_TRUE(driver.shows("Dismiss##dismiss"));
  }
};

TEST_F(LongText, APasteThatIsTooLongIsRefusedWhole) {
  Driver driver;
  const Document before = driver.document();
  driver.click("##sequence");
  paste(driver, std::string(kMostCharacters, 'a'));
  expect_refused(driver);
  EXPECT_EQ(driver.document(), before);
  EXPECT_EQ(typed(), before.text) << "the field shows what the session has";
  driver.type("!");
  EXPECT_EQ(driver.document().text, before.text + "!") << "and typing goes on";
}

TEST_F(LongText, ALetterMoreThanFitsIsRefused) {
  Driver driver;
  driver.click("##sequence");
  driver.press(ImGuiKey_A, ImGuiMod_Ctrl);
  const std::string most(kMostCharacters, 'a');
  paste(driver, most);
  EXPECT_FALSE(driver.session().notice().has_value());
  ASSERT_EQ(driver.document().text, most);
  driver.type("b");
  expect_refused(driver);
  EXPECT_EQ(driver.document().text, most);
  EXPECT_EQ(typed(), most);
}

TEST_F(LongText, TheTargetHasTheSameLimit) {
  State state;
  set_architecture(state, engine::Architecture::kTransformer);
  Driver driver(state);
  driver.click("##target");
  const std::string before = driver.document().target;
  paste(driver, std::string(kMostCharacters, 'a'));
  expect_refused(driver);
  EXPECT_EQ(driver.document().target, before);
  EXPECT_EQ(typed(), before);
}

TEST_F(LongText, APastedSessionHasTheSameLimit) {
  Driver driver;
  const Document before = driver.document();
  clipboard() = R"({"headlight":1,"text":")" + std::string(kMostCharacters + 1, 'a') + "\"}";
  ImGui::GetPlatformIO().Platform_GetClipboardTextFn = [](ImGuiContext*) { return clipboard().c_str(); };
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, true);
  driver.press(ImGuiKey_V, ImGuiMod_Ctrl);
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, false);
  driver.frames(3);
  expect_refused(driver);
  EXPECT_EQ(driver.document(), before);
}

// Nothing is cut without "…": the field is as narrow as large text makes it.
TEST_F(LongText, OfAFieldThatIsNotWrittenInEndsInAnEllipsis) {
  State state;
  state.document.text = "the animal did not cross the street because it was too tired";
  choose_text_size(state.preferences, 200);
  Driver driver(state, {1920, 1080});
  driver.frames(2);
  const auto written = [](const std::string& begin) {
    std::string found;
    for (const DrawnText& text : drawn_frame().texts) {
      if (text.text.starts_with(begin)) found = text.text;
    }
    return found;
  };
  EXPECT_TRUE(written("the animal did").ends_with("…")) << written("the animal did");
  driver.click("##sequence");
  driver.frames(2);
  EXPECT_EQ(typed(), state.document.text);
  for (const DrawnText& text : drawn_frame().texts)
    EXPECT_FALSE(text.text.starts_with("the animal") && text.text.ends_with("…")) << "it is written in";
}

}  // namespace
}  // namespace app
