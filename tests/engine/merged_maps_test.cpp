// Maps between words: which pieces are one word, what is summed and what averaged; and how alike two heads
// read.
#include "engine/analysis/merged_maps.h"

#include <gtest/gtest.h>

#include "engine/analysis/likeness.h"
#include "tests/engine/traces.h"

namespace engine {
namespace {

using Names = std::vector<std::string>;

TEST(WordsOf, JoinPiecesBetweenSpacesAndPunctuation) {
  EXPECT_EQ(words_of({"The", " anim", "al", " didn", "'t", " stop", ".", " 1", "23"}).names,
            (Names{"The", " animal", " didn't", " stop", ".", " 123"}));
  EXPECT_EQ(words_of({"a", "b", " ", "c", "d"}).names, (Names{"ab", " ", "cd"}));
  EXPECT_EQ(words_of({"▁na", "ï", "ve"}).names, (Names{"▁naïve"}));
}

TEST(WordsOf, FollowTheMarkOfWordPiecesWhereTokensKeepNoSpaces) {
  const TokenWords words = words_of({"[CLS]", "un", "##aff", "##able", "cat", "[SEP]"});
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

TEST(WordsOf, LeaveCharactersOfScriptsWithoutSpacesApartAndMendCutOnes) {
  EXPECT_EQ(words_of({"我", " ", "不", "想"}).names, (Names{"我", " ", "不", "想"}));
  EXPECT_EQ(words_of({"\xE6", "\x88", "\x91", " "}).names, (Names{"我", " "}));
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
  EXPECT_EQ(merged->sequence(merged->stage(stage).row_sequence).tokens, (Names{"ab", " cd", " ef"}));
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
