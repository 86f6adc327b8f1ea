#include "app/ui/printed_key.h"

#include <gtest/gtest.h>

namespace ui {
namespace {

// A key's prints: alone, with Shift, with AltGr.
constexpr KeyPrint kAzerty4 = {'\'', '4', '{', 0};
constexpr KeyPrint kAzerty6 = {'-', '6', '|', 0};
constexpr KeyPrint kAzertySemicolon = {';', '.', 0, 0};
constexpr KeyPrint kGermanSharpS = {0, '?', '\\', 0};
constexpr KeyPrint kGerman8 = {'8', '(', '[', '{'};
constexpr KeyPrint kAmerican4 = {'4', '$', 0, 0};
constexpr KeyPrint kAmericanPeriod = {'.', '>', 0, 0};
constexpr KeyPrint kAmericanEqual = {'=', '+', 0, 0};

TEST(PrintedKey, ADigitIsMeantWithAndWithoutShift) {
  EXPECT_EQ(read_key(kAzerty4, 0).key, ImGuiKey_4);
  EXPECT_EQ(read_key(kAzerty4, 1).key, ImGuiKey_4);
  EXPECT_EQ(read_key(kAmerican4, 0).key, ImGuiKey_4);
  EXPECT_EQ(read_key(kAmerican4, 1).key, ImGuiKey_4);
  EXPECT_TRUE(read_key(kAmerican4, 1).shift) << "what is typed is no digit";
}

TEST(PrintedKey, ASignComesBeforeTheDigitAboveIt) {
  EXPECT_EQ(read_key(kAzerty6, 0).key, ImGuiKey_Minus);
  EXPECT_EQ(read_key(kAzerty6, 0).other, ImGuiKey_6);
  EXPECT_EQ(read_key(kAzerty6, 1).key, ImGuiKey_6);
  EXPECT_EQ(read_key(kAzerty6, 1).other, ImGuiKey_None);
}

TEST(PrintedKey, ShiftThatOnlyChoosesTheCharacterDoesNotCount) {
  EXPECT_EQ(read_key(kAzertySemicolon, 1).key, ImGuiKey_Period);
  EXPECT_FALSE(read_key(kAzertySemicolon, 1).shift);
  EXPECT_EQ(read_key(kAmericanPeriod, 1).key, ImGuiKey_Period);
  EXPECT_TRUE(read_key(kAmericanPeriod, 1).shift);
  EXPECT_EQ(read_key(kAmericanEqual, 1).key, ImGuiKey_Equal);
  EXPECT_TRUE(read_key({'a', 'A', 0, 0}, 1).shift);
}

TEST(PrintedKey, AQuestionMarkIsOneWhereverItStands) {
  EXPECT_EQ(read_key(kGermanSharpS, 1).key, ImGuiKey_Slash);
  EXPECT_TRUE(read_key(kGermanSharpS, 1).shift);
  EXPECT_EQ(read_key(kGermanSharpS, 0).key, ImGuiKey_None);
}

TEST(PrintedKey, AltGrTypesBracketsAndNothingBesides) {
  EXPECT_EQ(read_key(kGerman8, 2).key, ImGuiKey_LeftBracket);
  EXPECT_EQ(read_key(kGerman8, 3).key, ImGuiKey_None);
  EXPECT_EQ(read_key({'e', 'E', 0, 0}, 2).key, ImGuiKey_None);
}

TEST(PrintedKey, RemembersWhatElseIsPrintedUntilTheKeyHasItNoLonger) {
  set_other_reading(ImGuiKey_Minus, ImGuiKey_6);
  ASSERT_EQ(doubly_printed().size(), 1U);
  EXPECT_EQ(doubly_printed()[0].other, ImGuiKey_6);
  set_other_reading(ImGuiKey_Minus, ImGuiKey_None);
  EXPECT_TRUE(doubly_printed().empty());
}

}  // namespace
}  // namespace ui
