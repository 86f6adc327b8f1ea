// Keys where more than one thing could be meant by them: while a text is typed, on a pinned cell, in a menu.
#include <gtest/gtest.h>

#include "app/session/examples.h"
#include "driver.h"

namespace app {
namespace {

State first_example() {
  return {four_tokens(), {}};
}

TEST(ActionKeys, LettersAreTypedWhileATextIsTyped) {
  Driver driver(first_example());
  driver.press(ImGuiKey_I);
  driver.frames(2);
  EXPECT_TRUE(ImGui::GetIO().WantTextInput);
  driver.press(ImGuiKey_H);
  EXPECT_EQ(driver.document().focus.view, "stage");
  driver.press(ImGuiKey_End);
  driver.type("!");
  EXPECT_EQ(driver.document().text, "the cat sat down!");
}

TEST(ActionKeys, ControlArrowsMoveThePinnedCell) {
  State state = first_example();
  state.document.focus.pinned.reset();
  Driver driver(state);
  driver.press(ImGuiKey_RightArrow, ImGuiMod_Ctrl);
  EXPECT_EQ(driver.document().focus.pinned, (std::pair<engine::Index, engine::Index>{0, 0}));
  driver.press(ImGuiKey_RightArrow, ImGuiMod_Ctrl);
  driver.press(ImGuiKey_DownArrow, ImGuiMod_Ctrl);
  EXPECT_EQ(driver.document().focus.pinned, (std::pair<engine::Index, engine::Index>{1, 1}));
  driver.press(ImGuiKey_UpArrow, ImGuiMod_Ctrl);
  driver.press(ImGuiKey_UpArrow, ImGuiMod_Ctrl);
  EXPECT_EQ(driver.document().focus.pinned, (std::pair<engine::Index, engine::Index>{0, 1}));
}

TEST(ActionKeys, WhatOpensWhereItStandsIsOpenedByAKey) {
  Driver driver(first_example());
  driver.press(ImGuiKey_P);
  driver.frames(2);
  EXPECT_TRUE(driver.shows("preset.transformer"));
  driver.press(ImGuiKey_Escape);
  driver.press(ImGuiKey_E, ImGuiMod_Ctrl);
  driver.frames(2);
  EXPECT_TRUE(driver.shows("Export PNG##write"));
}

}  // namespace
}  // namespace app
