// Bookmarks: made, gone to, moved and removed, by keys and by mouse.
#include <gtest/gtest.h>

#include "app/document/document_line.h"
#include "driver.h"
#include "presented.h"

namespace app {
namespace {

Focus at(std::string stage) {
  Focus focus;
  focus.stage = std::move(stage);
  return focus;
}

// A session with three bookmarks, being presented.
State with_bookmarks() {
  State state = showing(4);
  state.document.bookmarks = {at("embedding"), at("encoder.0.self.head.1.scores"),
                              at("encoder.0.self.head.2.weights")};
  return state;
}

TEST(Bookmarks, AreMadeAndSteppedThroughByAClickersKeys) {
  for (const auto& [on, back] : {std::pair{ImGuiKey_PageDown, ImGuiKey_PageUp},
                                 {ImGuiKey_RightArrow, ImGuiKey_LeftArrow},
                                 {ImGuiKey_DownArrow, ImGuiKey_UpArrow},
                                 {ImGuiKey_Space, ImGuiKey_Backspace}}) {
    Driver driver(with_bookmarks());
    driver.press(ImGuiKey_F5);
    driver.press(on);
    EXPECT_EQ(driver.document().focus.stage, "embedding");
    driver.press(on);
    EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.1.scores");
    driver.press(on);
    driver.press(on);
    EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.2.weights") << "the last is the end";
    driver.press(back);
    EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.1.scores");
  }
}

TEST(Bookmarks, DigitsHomeAndEndJump) {
  Driver driver(with_bookmarks());
  driver.press(ImGuiKey_F5);
  driver.press(ImGuiKey_3);
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.2.weights");
  driver.press(ImGuiKey_Home);
  EXPECT_EQ(driver.document().focus.stage, "embedding");
  driver.press(ImGuiKey_End);
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.2.weights");
  driver.press(ImGuiKey_Keypad2);
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.1.scores");
}

TEST(Bookmarks, FromElsewhereOneComesBackToTheLast) {
  Driver driver(with_bookmarks());
  driver.press(ImGuiKey_F5);
  driver.press(ImGuiKey_2);
  driver.press(ImGuiKey_RightArrow, ImGuiMod_Ctrl);
  ASSERT_TRUE(driver.document().focus.pinned.has_value());
  driver.press(ImGuiKey_PageDown);
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.1.scores");
  EXPECT_FALSE(driver.document().focus.pinned.has_value());
}

TEST(Bookmarks, WithoutAnyTheKeysWalk) {
  Driver driver(showing(4, "tokens"));
  driver.press(ImGuiKey_F5);
  driver.press(ImGuiKey_PageDown);
  EXPECT_EQ(driver.document().focus.stage, "embedding");
  driver.press(ImGuiKey_PageUp);
  EXPECT_EQ(driver.document().focus.stage, "tokens");
}

TEST(Bookmarks, AreAddedOnceUndoneAndKeptWithTheSession) {
  Driver driver(showing(4));
  driver.press(ImGuiKey_B, ImGuiMod_Ctrl);
  driver.press(ImGuiKey_B, ImGuiMod_Ctrl);
  ASSERT_EQ(driver.document().bookmarks.size(), 1U);
  EXPECT_EQ(driver.document().bookmarks.front(), driver.document().focus);
  const auto read = from_line(to_line(driver.document()));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->bookmarks, driver.document().bookmarks);
  driver.press(ImGuiKey_Z, ImGuiMod_Ctrl);
  EXPECT_TRUE(driver.document().bookmarks.empty());
}

// Opens or closes the list.
void press_list_key(Driver& driver) {
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, true);
  driver.press(ImGuiKey_B, ImGuiMod_Ctrl);
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, false);
  driver.frames(2);
}

TEST(Bookmarks, AreMovedAndRemovedByKeys) {
  Driver driver(with_bookmarks());
  press_list_key(driver);
  ASSERT_TRUE(driver.shows("bookmark 3"));
  driver.press(ImGuiKey_DownArrow, ImGuiMod_Alt);
  EXPECT_EQ(driver.document().bookmarks[1].stage, "embedding");
  driver.press(ImGuiKey_UpArrow);
  driver.press(ImGuiKey_Delete);
  ASSERT_EQ(driver.document().bookmarks.size(), 2U);
  EXPECT_EQ(driver.document().bookmarks[0].stage, "embedding");
  driver.press(ImGuiKey_Enter);
  EXPECT_EQ(driver.document().focus.stage, "embedding");
  driver.press(ImGuiKey_Escape);
  EXPECT_FALSE(driver.shows("bookmark 1"));
  EXPECT_EQ(driver.session().desk().panel, "");
  press_list_key(driver);
  ASSERT_TRUE(driver.shows("bookmark 1"));
  press_list_key(driver);
  EXPECT_FALSE(driver.shows("bookmark 1"));
}

TEST(Bookmarks, AreMovedAndRemovedByMouse) {
  Driver driver(with_bookmarks());
  driver.click("3 ▾##bookmarks");
  driver.click("↓##bookmark.down 1");
  EXPECT_EQ(driver.document().bookmarks[1].stage, "embedding");
  driver.click("↑##bookmark.up 2");
  EXPECT_EQ(driver.document().bookmarks[0].stage, "embedding");
  driver.click("×##bookmark.remove 2");
  ASSERT_EQ(driver.document().bookmarks.size(), 2U);
  EXPECT_EQ(driver.document().bookmarks[1].stage, "encoder.0.self.head.2.weights");
  driver.click("bookmark 2");
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.2.weights");
}

}  // namespace
}  // namespace app
