// utf8_test.cpp: where letters begin, and where a text may be cut.
#include "engine/core/utf8.h"

#include <gtest/gtest.h>

#include <vector>

namespace {

using engine::cut_at_letter;
using engine::letter_start;

// One letter of each length: offsets 0, 1, 3, 6, and 10 for the end.
constexpr std::string_view kFourLengths = "aé語😀";

TEST(Utf8, EveryByteOfALetterFindsItsStart) {
  const std::vector<size_t> starts = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10};
  for (size_t at = 0; at < starts.size(); ++at) EXPECT_EQ(letter_start(kFourLengths, at), starts[at]) << at;
}

TEST(Utf8, ACutNeverPartsALetter) {
  const std::vector<size_t> kept = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 10};
  for (size_t most = 0; most < kept.size(); ++most)
    EXPECT_EQ(cut_at_letter(kFourLengths, most), kFourLengths.substr(0, kept[most])) << most;
}

TEST(Utf8, ACutOfMalformedBytesKeepsContinuingBytesWithWhatIsBeforeThem) {
  EXPECT_EQ(cut_at_letter("a\x80\x80z", 2), "");
  EXPECT_EQ(cut_at_letter("a\x80\x80z", 3), "a\x80\x80");
  EXPECT_EQ(cut_at_letter("\x80\x80\x80", 2), "");
  EXPECT_EQ(cut_at_letter("\xF0\x9F", 1), "");
  EXPECT_EQ(cut_at_letter("ab\xF0", 2), "ab");
  EXPECT_EQ(cut_at_letter("ab\xFF\xFE", 3), "ab\xFF");
  EXPECT_EQ(cut_at_letter("", 3), "");
}

TEST(Utf8, TheFirstLetterIsWhole) {
  EXPECT_EQ(engine::first_letter(kFourLengths), "a");
  EXPECT_EQ(engine::first_letter("éa"), "é");
  EXPECT_EQ(engine::first_letter("語a"), "語");
  EXPECT_EQ(engine::first_letter("😀a"), "😀");
  EXPECT_EQ(engine::first_letter("\x80\x80z"), "\x80\x80");
  EXPECT_EQ(engine::first_letter("\xE8"), "\xE8");
  EXPECT_EQ(engine::first_letter(""), "");
}

TEST(Utf8, LettersAreReadOneAfterTheOther) {
  std::u32string codes;
  std::string written;
  for (size_t at = 0; at < kFourLengths.size();) {
    const engine::Letter letter = engine::letter_at(kFourLengths, at);
    EXPECT_EQ(letter.begin, at);
    codes += letter.code;
    engine::append_letter(written, letter.code);
    at = letter.end;
  }
  EXPECT_EQ(codes, U"aé語😀");
  EXPECT_EQ(written, kFourLengths);
  EXPECT_EQ(engine::count_letters(kFourLengths), 4u);
}

TEST(Utf8, AByteThatBeginsNoLetterIsNotValidAndReadingGoesOn) {
  for (const std::string_view text :
       {"\x80", "\xC3", "\xE8\xAA", "\xF0\x9F\x98", "\xFF", "\xC0\xAF", "\xED\xA0\x80"}) {
    EXPECT_FALSE(engine::valid_letter_at(text, 0));
    const engine::Letter letter = engine::letter_at(text, 0);
    EXPECT_EQ(letter.code, U'\uFFFD');
    EXPECT_GT(letter.end, 0u);
    EXPECT_LE(letter.end, text.size());
    EXPECT_EQ(engine::first_invalid_byte(text), 0u);
  }
  EXPECT_EQ(engine::first_invalid_byte("aé\x80"), 3u);
  EXPECT_FALSE(engine::first_invalid_byte(kFourLengths));
  const auto last = engine::valid_letter_at(kFourLengths, 6);
  ASSERT_TRUE(last);
  EXPECT_EQ(last->code, U'😀');
  EXPECT_EQ(last->end, 10u);
}

}  // namespace
