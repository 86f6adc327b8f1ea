// Maps between words: which pieces are one word, what is summed and what averaged; and how alike two heads
// read.
#include "engine/analysis/merged_maps.h"

#include <gtest/gtest.h>

#include "engine/analysis/likeness.h"
#include "tests/engine/traces.h"

namespace engine {
namespace {

using Names = std::vector<std::string>;

// The words of these tokens; with `names`, of a model whose vocabulary they are.
TokenWords words_of(const Names& tokens, const Names& names = {}) {
  Sequence sequence = unnamed(tokens.size());
  sequence.tokens = tokens;
  for (size_t i = 0; i < tokens.size() && !names.empty(); ++i) sequence.ids.push_back(static_cast<Index>(i));
  TraceBuilder builder({sequence}, names.empty() ? tokens : names);
  const auto trace = std::move(builder).build();
  return engine::words_of(*trace, 0);
}

TEST(WordsOf, JoinPiecesBetweenSpacesAndPunctuation) {
  EXPECT_EQ(words_of({"The", " anim", "al", " didn", "'t", " stop", ".", " 1", "23"}).names,
            (Names{"The", "animal", "didn't", "stop", ".", "123"}));
  EXPECT_EQ(words_of({"a", "b", " ", "c", "d"}).names, (Names{"ab", " ", "cd"}));
  EXPECT_EQ(words_of({"▁na", "ï", "ve"}).names, (Names{"naïve"}));
}

TEST(WordsOf, FollowTheMarkThatWordPiecesLoseWhenShown) {
  const TokenWords words = words_of({"[CLS]", "un", "aff", "able", "cat", "[SEP]"},
                                    {"[CLS]", "un", "##aff", "##able", "cat", "[SEP]"});
  EXPECT_EQ(words.names, (Names{"[CLS]", "unaffable", "cat", "[SEP]"}));
  EXPECT_EQ(words.groups[1], (std::vector<Index>{1, 2, 3}));
  for (const auto& [token, word] : {std::pair<Index, Index>{0, 0}, {1, 1}, {3, 1}, {4, 2}, {5, 3}, {6, 4}})
    EXPECT_EQ(words.word_of(token), word);
  EXPECT_EQ(words.first_of(1), 1);
  EXPECT_EQ(words.first_of(2), 4);
  EXPECT_EQ(TokenWords().word_of(7), 7) << "without words each token is one";
  EXPECT_EQ(TokenWords().first_of(7), 7);
  EXPECT_FALSE(words_of({"the", "cat"}).merges_any(2));
}

TEST(WordsOf, KnowATextOfOneWordByTheModelsVocabulary) {
  EXPECT_EQ(words_of({"token", "ization"}, {"token", "ization", "Ġ", "Ġworks"}).names,
            (Names{"tokenization"}));
  EXPECT_EQ(words_of({"token", "ization"}, {"token", "ization", "▁works"}).names, (Names{"tokenization"}));
  EXPECT_EQ(words_of({"token", "ization"}, {"token", "ization", "Ġ"}).names, (Names{"token", "ization"}))
      << "Ġ may be a letter";
  EXPECT_EQ(words_of({"to", "ken", "cat"}, {"to", "ken</w>", "cat</w>"}).names, (Names{"token", "cat"}));
  EXPECT_EQ(words_of({"the", "cat"}, {"the", "cat"}).names, (Names{"the", "cat"}));
}

TEST(WordsOf, JoinPiecesOfEveryScriptThatSpacesSetApart) {
  EXPECT_EQ(words_of({"works", " 한", "국", "어", " 좋"}).names, (Names{"works", "한국어", "좋"}));
  EXPECT_EQ(words_of({" ह", "ि", "न", "द", "ी", " works"}).names, (Names{"हिनदी", "works"}));
  EXPECT_EQ(words_of({" при", "вет", ",", " мир"}).names, (Names{"привет", ",", "мир"}));
  EXPECT_EQ(words_of({" שלו", "ם", " مرح", "با"}).names, (Names{"שלום", "مرحبا"}));
  EXPECT_EQ(words_of({" ", " ", "a", "b"}).names, (Names{" ", " ", "ab"}));
}

TEST(WordsOf, LeaveCharactersOfScriptsWithoutSpacesApartAndMendCutOnes) {
  EXPECT_EQ(words_of({"我", " ", "不", "想"}).names, (Names{"我", " ", "不", "想"}));
  EXPECT_EQ(words_of({"\xE6", "\x88", "\x91", " "}).names, (Names{"我", " "}));
  EXPECT_EQ(words_of({" \xE6\x88", "\x91", "\xE6\x88"}).names, (Names{"我", "\xE6\x88"}));
}

TEST(MergedMaps, SumOverKeysAndAverageOverQueries) {
  const auto trace = run({"ab", " c", "d", " e", "f"});
  const int map = stage_index(*trace, head_address(0, "weights"));
  const TokenWords words = words_of(trace->sequence(0).tokens);
  const std::vector<int> maps = {map};
  const auto merged = merged_maps_trace(*trace, maps, words, words);
  const Matrix pieces = numbers_of(*trace, head_address(0, "weights"));
  const Matrix made = numbers_of(*merged, head_address(0, "weights"));
  ASSERT_EQ(made.rows(), 3);
  EXPECT_NEAR(made(1, 2), (pieces(1, 3) + pieces(1, 4) + pieces(2, 3) + pieces(2, 4)) / 2, 1e-6);
  EXPECT_NEAR(made(0, 1), pieces(0, 1) + pieces(0, 2), 1e-6);
  EXPECT_TRUE(made.rowwise().sum().isOnes(1e-6F));
  const int stage = stage_index(*merged, head_address(0, "weights"));
  EXPECT_EQ(merged->sequence(merged->stage(stage).row_sequence).tokens, (Names{"ab", "cd", "ef"}));
  EXPECT_EQ(merged->explain(stage, 1, 2).terms.size(), 4U);
  EXPECT_EQ(merged->explain(stage, 1, 2).note, "note.merged_pieces");
}

TEST(MergedMaps, AddUpChosenTokens) {
  const auto trace = run({"a", "b", "c", "d"});
  const int map = stage_index(*trace, head_address(1, "weights"));
  const Matrix weights = numbers_of(*trace, head_address(1, "weights"));
  const Matrix rows = numbers_of(*summed_tokens_trace(*trace, map, {0, 2}, false), "sum");
  EXPECT_TRUE(rows.isApprox(weights.row(0) + weights.row(2)));
  const Matrix columns = numbers_of(*summed_tokens_trace(*trace, map, {1, 3}, true), "sum");
  EXPECT_TRUE(columns.isApprox(weights.col(1) + weights.col(3)));
}

TEST(Likeness, IsZeroForTheSameMapOneForNoCommonKeyAndTheSameBothWays) {
  TraceBuilder builder({unnamed(2)}, {"t"});
  const auto add = [&](const char* address, const Matrix& numbers) {
    return add_drawn(builder, address, numbers);
  };
  const int one = add("one", (Matrix(2, 2) << 1, 0, 0, 1).finished());
  const int other = add("other", (Matrix(2, 2) << 0, 1, 1, 0).finished());
  const int even = add("even", (Matrix(2, 2) << 0.5, 0.5, 0.5, 0.5).finished());
  const auto trace = std::move(builder).build();
  EXPECT_EQ(mean_divergence(*trace, one, one), 0);
  EXPECT_NEAR(mean_divergence(*trace, one, other), 1, 1e-9);
  // H(3/4, 1/4) - H(1/2, 1/2) / 2, in bits.
  EXPECT_NEAR(mean_divergence(*trace, one, even), 0.311278, 1e-6);
  EXPECT_EQ(mean_divergence(*trace, one, even), mean_divergence(*trace, even, one));
}

}  // namespace
}  // namespace engine
