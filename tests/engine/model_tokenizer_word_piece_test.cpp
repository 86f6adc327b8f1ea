// model_tokenizer_word_piece_test.cpp: BERT's tokenizer, worked by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/engine/tokenizer_cases.h"

namespace tokenizer_cases {
namespace {

using testing::ElementsAre;
using Names = std::vector<std::string>;

const std::string kVocabulary =
    "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthe\ncat\nun\n##aff\n##able\n##a\ndon\n'\nt\ncafe\n漢\n字\nis\n##"
    "n\nI\n,\n!\n"
    "naive\n12\n##34\nCafe\nθ\n";

engine::Result<text::ModelTokenizer> bert(bool lower_case) {
  return text::read_word_pieces(kVocabulary, lower_case ? "{}" : R"({"do_lower_case": false})");
}

TEST(WordPiece, TakesTheLongestPieceFirst) {
  const auto tokenizer = bert(true);
  ASSERT_TRUE(tokenizer.ok()) << tokenizer.error().key;
  EXPECT_EQ(tokenizer->algorithm(), text::Algorithm::kWordPiece);
  EXPECT_EQ(names(plain(tokenizer, "the unaffable cat")), (Names{"the", "un", "##aff", "##able", "cat"}));
  EXPECT_EQ(shown(plain(tokenizer, "unaffable")), (Names{"un", "aff", "able"}));
  EXPECT_EQ(names(plain(tokenizer, "1234")), (Names{"12", "##34"}));
  // un-aff, and no piece for the rest: the whole word is unknown, not its end.
  EXPECT_EQ(names(plain(tokenizer, "unaffx the")), (Names{"[UNK]", "the"}));
  EXPECT_TRUE(plain(tokenizer, "").empty());
  EXPECT_TRUE(plain(tokenizer, " \n\t").empty());
}

TEST(WordPiece, CutsAtPunctuationWhiteSpaceAndIdeographs) {
  const auto tokenizer = bert(true);
  EXPECT_EQ(names(plain(tokenizer, "don't")), (Names{"don", "'", "t"}));
  EXPECT_EQ(names(plain(tokenizer, "  the\n\ncat!!,")), (Names{"the", "cat", "!", "!", ","}));
  EXPECT_EQ(names(plain(tokenizer, "cat漢字the")), (Names{"cat", "漢", "字", "the"}));
  // A no-break space and U+3000 are white space; a zero-width joiner and a soft hyphen are controls and go.
  EXPECT_EQ(names(plain(tokenizer, "the\u00A0cat\u3000is")), (Names{"the", "cat", "is"}));
  EXPECT_EQ(names(plain(tokenizer, "c\u200Da\u00ADt")), (Names{"cat"}));
  EXPECT_EQ(names(plain(tokenizer, "👩‍👩‍👧 the")), (Names{"[UNK]", "the"}));
  EXPECT_EQ(names(plain(tokenizer, std::string("c\0at", 4))), (Names{"cat"}));
  // A private letter goes, one that Unicode has not assigned stays and is unknown.
  EXPECT_EQ(names(plain(tokenizer, "c\uE000at \u0378")), (Names{"cat", "[UNK]"}));
}

TEST(WordPiece, LowersAndStripsAccentsWhereItsCaseIsOff) {
  const auto lower = bert(true);
  EXPECT_EQ(names(plain(lower, "Café CAFE\u0301 NAÏVE Θ")), (Names{"cafe", "cafe", "naive", "θ"}));
  const auto cased = bert(false);
  EXPECT_EQ(names(plain(cased, "Cafe Café I the THE")), (Names{"Cafe", "[UNK]", "I", "the", "[UNK]"}));
}

TEST(WordPiece, KnowsWhereInTheTextAPieceStood) {
  const auto tokenizer = bert(true);
  // é takes two bytes, the decomposed one three; 漢 three.
  const auto pieces = plain(tokenizer, " Café, cafe\u0301漢unaffable");
  EXPECT_EQ(names(pieces), (Names{"cafe", ",", "cafe", "漢", "un", "##aff", "##able"}));
  std::vector<std::pair<size_t, size_t>> places;
  places.reserve(pieces.size());
  for (const text::Piece& piece : pieces) places.emplace_back(piece.begin, piece.end);
  EXPECT_THAT(places, ElementsAre(std::pair(1, 6), std::pair(6, 7), std::pair(8, 12), std::pair(14, 17),
                                  std::pair(17, 19), std::pair(19, 22), std::pair(22, 26)));
}

TEST(WordPiece, PutsSpecialTokensAroundAPair) {
  const auto tokenizer = bert(true);
  const auto single = tokenizer->encode("the cat");
  ASSERT_TRUE(single.ok());
  EXPECT_EQ(names(single->pieces), (Names{"[CLS]", "the", "cat", "[SEP]"}));
  EXPECT_THAT(single->segments, ElementsAre(0, 0, 0, 0));
  const auto pair = tokenizer->encode("the cat", "is [MASK]");
  ASSERT_TRUE(pair.ok());
  EXPECT_EQ(names(pair->pieces), (Names{"[CLS]", "the", "cat", "[SEP]", "is", "[MASK]", "[SEP]"}));
  EXPECT_THAT(pair->segments, ElementsAre(0, 0, 0, 0, 1, 1, 1));
  EXPECT_THAT(ids(pair->pieces), ElementsAre(2, 5, 6, 3, 17, 4, 3));
  EXPECT_TRUE(pair->pieces[5].special);
  EXPECT_EQ(pair->pieces[5].begin, 3U);
  EXPECT_EQ(tokenizer->special().mask, 4);
  EXPECT_EQ(tokenizer->special().padding, 0);
  EXPECT_EQ(tokenizer->special().classify, 2);
  EXPECT_EQ(tokenizer->special().separate, 3);
  EXPECT_EQ(tokenizer->special().unknown, 1);
  EXPECT_EQ(tokenizer->special().begin, std::nullopt);
  EXPECT_EQ(tokenizer->decode(ids(pair->pieces)), "the cat is");
  const auto empty = tokenizer->encode("", "");
  EXPECT_EQ(names(empty->pieces), (Names{"[CLS]", "[SEP]", "[SEP]"}));
}

TEST(WordPiece, DecodesWithoutStraySpaces) {
  const auto tokenizer = bert(true);
  EXPECT_EQ(tokenizer->decode(ids(plain(tokenizer, "The unaffable cat, don't!"))),
            "the unaffable cat, don ' t!");
}

TEST(WordPiece, ShowsEveryPieceThatWasTried) {
  const auto words = bert(true)->steps("Unaff");
  ASSERT_TRUE(words.ok());
  ASSERT_EQ(words->size(), 1U);
  EXPECT_EQ(words->front().word, "unaff");
  Names tried;
  for (const text::Step& step : words->front().steps) tried.push_back(step.tried + (step.chosen ? "!" : ""));
  EXPECT_EQ(tried, (Names{"unaff", "unaf", "una", "un!", "##aff!"}));
  EXPECT_EQ(words->front().steps.back().symbols, (Names{"un", "##aff"}));
  EXPECT_THAT(words->front().ids, ElementsAre(7, 8));
  // A word that fails shows where: no piece begins like its rest.
  const auto failed = bert(true)->steps("cat漢x");
  ASSERT_EQ(failed->size(), 3U);
  EXPECT_EQ(failed->back().steps.size(), 1U);
  EXPECT_FALSE(failed->back().steps.front().chosen);
  EXPECT_THAT(failed->back().ids, ElementsAre(1));
}

TEST(WordPiece, AWordOfMoreThanAHundredLettersIsUnknown) {
  const auto tokenizer = bert(true);
  std::string word = "un";
  for (int i = 0; i < 98; ++i) word += "a";
  EXPECT_EQ(plain(tokenizer, word).size(), 99U);
  EXPECT_EQ(names(plain(tokenizer, word + "a")), (Names{"[UNK]"}));
  EXPECT_EQ(names(plain(tokenizer, std::string(1'000'000, 'a'))), (Names{"[UNK]"}));
}

TEST(WordLevel, KnowsWholeWordsOrNone) {
  const json object = {{"model",
                        {{"type", "WordLevel"},
                         {"unk_token", "<unk>"},
                         {"vocab", {{"<unk>", 0}, {"the", 1}, {"cat", 2}, {"'", 3}}}}},
                       {"pre_tokenizer", {{"type", "Whitespace"}}}};
  EXPECT_EQ(names(plain(read(object), "the cat's dog")), (Names{"the", "cat", "'", "<unk>", "<unk>"}));
}

}  // namespace
}  // namespace tokenizer_cases
