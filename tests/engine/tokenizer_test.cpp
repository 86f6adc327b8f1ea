// Text is cut at Unicode's own boundaries.
#include "engine/text/tokenizer.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/core/utf8.h"
#include "engine/text/spelled_out.h"

namespace text {
namespace {

using Tokens = std::vector<std::string>;

Tokens cut(std::string_view input, TokenizerKind kind) {
  const auto tokens = tokenize(input, kind);
  EXPECT_TRUE(tokens.ok()) << input;
  return tokens.ok() ? *tokens : Tokens{};
}

Tokens words(std::string_view input) {
  return cut(input, TokenizerKind::kWords);
}
Tokens characters(std::string_view input) {
  return cut(input, TokenizerKind::kCharacters);
}

TEST(Words, ApostrophesJoinAndPunctuationStandsAlone) {
  EXPECT_EQ(words("The animal didn't stop."), (Tokens{"The", "animal", "didn't", "stop", "."}));
  EXPECT_EQ(words("well-known, 3.14!?"), (Tokens{"well", "-", "known", ",", "3.14", "!", "?"}));
}

TEST(Words, WhiteSpaceIsDroppedAndCaseKept) {
  EXPECT_EQ(words("  The\tCAT\n\n sat\u00A0down\u3000"), (Tokens{"The", "CAT", "sat", "down"}));
  EXPECT_EQ(words(" \n\t"), Tokens{});
}

TEST(Words, EachIdeographStandsAlone) {
  EXPECT_EQ(words("我，不想延畢"), (Tokens{"我", "，", "不", "想", "延", "畢"}));
  EXPECT_EQ(words("我用PyTorch跑"), (Tokens{"我", "用", "PyTorch", "跑"}));
}

TEST(Characters, KeepWhiteSpace) {
  EXPECT_EQ(characters("a b\r\nc"), (Tokens{"a", " ", "b", "\r\n", "c"}));
  EXPECT_EQ(characters("不，我想延畢"), (Tokens{"不", "，", "我", "想", "延", "畢"}));
}

TEST(Characters, WhatIsSeenAsOneIsOne) {
  EXPECT_EQ(characters("👩‍👩‍👧a"), (Tokens{"👩‍👩‍👧", "a"}));
  EXPECT_EQ(characters("e\u0301x"), (Tokens{"e\u0301", "x"}));
  EXPECT_EQ(characters("🇹🇼🇯🇵"), (Tokens{"🇹🇼", "🇯🇵"}));
  EXPECT_EQ(characters("👍🏽"), Tokens{"👍🏽"});
  EXPECT_EQ(characters("한국"), (Tokens{"한", "국"}));
}

TEST(Words, KeepAnEmojiWhole) {
  EXPECT_EQ(words("hi 👩‍👩‍👧 👍🏽"), (Tokens{"hi", "👩‍👩‍👧", "👍🏽"}));
}

TEST(Bytes, AreTheTextsBytes) {
  EXPECT_EQ(cut("a 我", TokenizerKind::kBytes), (Tokens{"a", " ", "\xE6", "\x88", "\x91"}));
}

TEST(Tokenizer, AnEmptyTextHasNoTokens) {
  for (const auto kind : {TokenizerKind::kWords, TokenizerKind::kCharacters, TokenizerKind::kBytes}) {
    EXPECT_EQ(cut("", kind), Tokens{});
  }
}

TEST(Tokenizer, PiecesJoinToTheTextAgain) {
  const std::string input =
      "Ünïcode — “quotes” 我，👩‍👩‍👧\r\n\t🇹🇼 e\u0301 ﷽ \u200B.";
  for (const auto kind : {TokenizerKind::kCharacters, TokenizerKind::kBytes}) {
    std::string joined;
    for (const std::string& token : cut(input, kind)) joined += token;
    EXPECT_EQ(joined, input);
  }
}

TEST(Tokenizer, InvalidUtf8IsRefusedWithTheBytesPosition) {
  const auto position = [](std::string_view input) -> std::string {
    const auto tokens = tokenize(input, TokenizerKind::kBytes);
    if (tokens.ok()) return "accepted";
    EXPECT_EQ(tokens.error().key, "error.invalid_utf8");
    return tokens.error().arguments.at(0).second;
  };
  EXPECT_EQ(position("ab\xFF"), "2");
  EXPECT_EQ(position("我\xE6\x88"), "3");        // cut off
  EXPECT_EQ(position("\xC0\xAF"), "0");          // overlong
  EXPECT_EQ(position("a\xED\xA0\x80"), "1");     // surrogate
  EXPECT_EQ(position("\xF4\x90\x80\x80"), "0");  // beyond U+10FFFF
  EXPECT_EQ(position("a\x80"), "1");
}

TEST(VisibleToken, ShowsWhatCannotBeSeen) {
  EXPECT_EQ(visible_token(" "), "␣");
  EXPECT_EQ(visible_token("\n"), "↵");
  EXPECT_EQ(visible_token("\r\n"), "↵");
  EXPECT_EQ(visible_token("\t"), "⇥");
  EXPECT_EQ(visible_token("\u3000"), "␣");
  EXPECT_EQ(visible_token("\xE6"), "⟨E6⟩");
  EXPECT_EQ(visible_token("\xE6\x88"), "⟨E6 88⟩");
  EXPECT_EQ(visible_token(std::string(1, '\0')), "⟨00⟩");
  EXPECT_EQ(visible_token("\x7F"), "⟨7F⟩");
  EXPECT_EQ(visible_token("  the \n"), "␣␣the ↵");
  EXPECT_EQ(visible_token("New York"), "New York");
  EXPECT_EQ(visible_token("\r\n\r\n\u00A0"), "↵↵␣");
  EXPECT_EQ(visible_token("the"), "the");
  EXPECT_EQ(visible_token("我"), "我");
}

TEST(TokenLabels, RepeatedTokensCarryTheirPosition) {
  EXPECT_EQ(token_labels({"the", "cat", "saw", "a", "dog", "and", "x", "the"}, 0),
            (Tokens{"the₀", "cat", "saw", "a", "dog", "and", "x", "the₇"}));
  Tokens many(12, "no");
  EXPECT_EQ(token_labels(many, 0)[11], "no₁₁");
  EXPECT_EQ(token_labels({" ", "a", " "}, 1), (Tokens{"␣₁", "a", "␣₃"}));
  EXPECT_EQ(token_labels({}, 1), Tokens{});
  EXPECT_EQ(token_labels({"\n", "\r\n", "\xE6", "\xE7"}, 0), (Tokens{"↵₀", "↵₁", "⟨E6⟩", "⟨E7⟩"}))
      << "look alike";
}

TEST(SpelledOut, IsWhatEveryTextMayHold) {
  EXPECT_EQ(spelled_out("a\x01"
                        "b\uFFFE\uFFFF\n"),
            "a⟨01⟩b⟨EF BF BE EF BF BF⟩\n");
  EXPECT_EQ(spelled_out("\u202Eabc\u00ADd"), "⟨E2 80 AE⟩abc⟨C2 AD⟩d");
  EXPECT_EQ(spelled_out("\xF0\x9F\x98我\x80"), "⟨F0 9F 98⟩我⟨80⟩");
  EXPECT_EQ(spelled_out("\uE000\xED\xA0\x80"), "⟨EE 80 80 ED A0 80⟩") << "private, and half a pair";
  EXPECT_EQ(spelled_out("👩‍👩‍👧 ❤️ می‌خواهم"),
            "👩‍👩‍👧 ❤️ می‌خواهم");
  EXPECT_EQ(spelled_out("👩\u200D"), "👩⟨E2 80 8D⟩") << "joins nothing";
  EXPECT_EQ(spelled_out("\uFE0F"), "⟨EF B8 8F⟩");
  EXPECT_EQ(spelled_out("�"), "�") << "a character of its own";
}

TEST(SpelledOut, IsWellFormedForEveryPieceOfTwoBytes) {
  std::set<std::string> all;
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      const std::string bytes{static_cast<char>(first), static_cast<char>(second)};
      const std::string shown = spelled_out(bytes);
      EXPECT_FALSE(engine::first_invalid_byte(shown)) << first << " " << second;
      EXPECT_TRUE(all.insert(shown).second) << shown << " stands for two pieces";
    }
  }
}

}  // namespace
}  // namespace text
