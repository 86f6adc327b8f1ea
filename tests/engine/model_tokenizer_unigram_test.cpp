// model_tokenizer_unigram_test.cpp: the most probable pieces, worked by hand and against all ways to cut.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <map>

#include "tests/engine/tokenizer_cases.h"

namespace tokenizer_cases {
namespace {

using testing::ElementsAre;
using Names = std::vector<std::string>;
using Scores = std::vector<std::pair<std::string, double>>;

json unigram(const Scores& scores) {
  json vocab = json::array();
  for (const auto& [name, log_probability] : scores) vocab.push_back(json::array({name, log_probability}));
  return {{"model", {{"type", "Unigram"}, {"unk_id", 0}, {"vocab", vocab}}}};
}

// T5's parts: white space is cut away, each word gets a mark, </s> comes behind the text.
json t5(const Scores& scores) {
  json object = unigram(scores);
  object["pre_tokenizer"] = {{"type", "Metaspace"}, {"replacement", "▁"}, {"prepend_scheme", "always"}};
  object["decoder"] = {{"type", "Metaspace"}, {"replacement", "▁"}, {"prepend_scheme", "always"}};
  return object;
}

TEST(Unigram, ChoosesTheMostProbablePath) {
  const auto tokenizer =
      read(unigram({{"<unk>", 0}, {"a", -1}, {"b", -1}, {"ab", -1.5}, {"ba", -4}, {"aba", -2.4}}));
  ASSERT_TRUE(tokenizer.ok()) << tokenizer.error().key;
  EXPECT_EQ(tokenizer->algorithm(), text::Algorithm::kUnigram);
  // ab: -1.5 against a b: -2. aba: -2.4 against ab a: -2.5 and a ba: -5. abab: ab ab -3, aba b -3.4.
  EXPECT_EQ(names(plain(tokenizer, "ab")), (Names{"ab"}));
  EXPECT_EQ(names(plain(tokenizer, "aba")), (Names{"aba"}));
  EXPECT_EQ(names(plain(tokenizer, "abab")), (Names{"ab", "ab"}));
}

TEST(Unigram, UnknownLettersSideBySideAreOnePiece) {
  const auto tokenizer = read(t5({{"<unk>", 0}, {"▁", -2}, {"▁a", -1}, {"b", -3}}));
  EXPECT_EQ(names(plain(tokenizer, "axyb 漢字")), (Names{"▁a", "<unk>", "b", "▁", "<unk>"}));
  const auto pieces = plain(tokenizer, "axyb 漢字");
  EXPECT_EQ(pieces[1].begin, 1U);
  EXPECT_EQ(pieces[1].end, 3U);
  EXPECT_EQ(pieces[4].begin, 5U);
  EXPECT_EQ(pieces[4].end, 11U);
  EXPECT_EQ(tokenizer->decode(ids(plain(tokenizer, "a a b"))), "a a b");
}

TEST(Unigram, ShowsTheLatticeAndItsBestPath) {
  const auto tokenizer = read(unigram({{"<unk>", 0}, {"a", -1}, {"b", -1}, {"ab", -1.5}}));
  const auto words = tokenizer->steps("ab");
  ASSERT_TRUE(words.ok());
  ASSERT_EQ(words->size(), 1U);
  const auto& steps = words->front().steps;
  ASSERT_EQ(steps.size(), 3U);
  EXPECT_EQ(words->front().symbols, (Names{"a", "b"}));
  // By their ends: a ends at 1; ab and b end at 2.
  EXPECT_EQ(steps[0].tried, "a");
  EXPECT_FALSE(steps[0].chosen);
  EXPECT_EQ(steps[1].tried, "ab");
  EXPECT_TRUE(steps[1].chosen);
  EXPECT_DOUBLE_EQ(steps[1].best, -1.5);
  EXPECT_EQ(steps[2].tried, "b");
  EXPECT_FALSE(steps[2].chosen);
  EXPECT_DOUBLE_EQ(steps[2].log_probability, -1);
  EXPECT_DOUBLE_EQ(steps[2].best, -2);
  EXPECT_THAT(words->front().ids, ElementsAre(3));
}

// The best sum of log probabilities over all ways to cut a text, one after the other.
double best_of_all(const std::map<std::string, double>& scores, std::string_view rest) {
  if (rest.empty()) return 0;
  double best = -std::numeric_limits<double>::infinity();
  for (const auto& [name, score] : scores) {
    if (rest.starts_with(name)) best = std::max(best, score + best_of_all(scores, rest.substr(name.size())));
  }
  return best;
}

TEST(Unigram, NoOtherPathIsMoreProbable) {
  const std::map<std::string, double> scores = {{"a", -2.1},  {"b", -2.3},  {"c", -2.9},   {"ab", -3.3},
                                                {"bc", -4.1}, {"ca", -4.6}, {"abc", -5.2}, {"bca", -6.},
                                                {"aa", -3.9}, {"cab", -5.8}};
  Scores listed = {{"<unk>", 0}};
  listed.insert(listed.end(), scores.begin(), scores.end());
  const auto tokenizer = read(unigram(listed));
  uint64_t state = 7;
  for (int word = 0; word < 200; ++word) {
    std::string letters;
    for (int i = 0; i < 1 + word % 12; ++i) {
      state = state * 6364136223846793005ULL + 1442695040888963407ULL;
      letters += "abc"[(state >> 33U) % 3];
    }
    double sum = 0;
    std::string joined;
    for (const text::Piece& piece : plain(tokenizer, letters)) {
      sum += scores.at(piece.name);
      joined += piece.name;
    }
    EXPECT_EQ(joined, letters);
    EXPECT_NEAR(sum, best_of_all(scores, letters), 1e-9) << letters;
  }
}

TEST(Unigram, PutsTheEndBehindTheText) {
  const auto tokenizer = text::read_tokenizer_json(file("golden/tokenizers/unigram/tokenizer.json"));
  ASSERT_TRUE(tokenizer.ok());
  const auto encoding = tokenizer->encode("the", "dog");
  EXPECT_EQ(names(encoding->pieces), (Names{"▁th", "e", "</s>", "▁dog", "</s>"}));
  EXPECT_EQ(tokenizer->special().end, tokenizer->find("</s>"));
}

TEST(Unigram, KnowsWhereInTheTextChangedLettersStood) {
  const auto tokenizer = text::read_tokenizer_json(file("golden/tokenizers/unigram/tokenizer.json"));
  // e and U+0301 (bytes 3 to 5) become é, one piece; U+3000 (bytes 6 to 8) becomes the mark's space.
  const auto pieces = plain(tokenizer, "cafe\u0301\u3000dog");
  EXPECT_EQ(names(pieces), (Names{"▁ca", "f", "é", "▁dog"}));
  EXPECT_EQ(pieces[2].begin, 3U);
  EXPECT_EQ(pieces[2].end, 6U);
  EXPECT_EQ(pieces[3].begin, 6U);
  EXPECT_EQ(pieces[3].end, 12U);
}

}  // namespace
}  // namespace tokenizer_cases
