// Byte-pair encoding learned from words: against counting everything again before each merge, and against
// what a tokenizer with these merges makes of a text.
#include "engine/text/learn_subwords.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/draw.h"
#include "engine/text/byte_level.h"

namespace text {
namespace {

using Word = std::vector<std::string>;
using Counted = std::map<std::string, Index>;

std::vector<CountedWord> listed(const Counted& words) {
  std::vector<CountedWord> list;
  for (const auto& [word, times] : words) list.push_back({word, times});
  return list;
}

Word letters_of(const std::string& word) {
  Word letters;
  for (const char byte : word) letters.push_back(bytes_as_letters(std::string(1, byte)));
  return letters;
}

Word merged(const Word& word, const std::pair<std::string, std::string>& pair) {
  Word now;
  for (size_t i = 0; i < word.size(); ++i) {
    const bool is_pair = i + 1 < word.size() && word[i] == pair.first && word[i + 1] == pair.second;
    now.push_back(is_pair ? word[i] + word[i + 1] : word[i]);
    i += is_pair ? 1 : 0;
  }
  return now;
}

// Sennrich et al. 2016, fig. 1, as it stands there: every pair is counted again before each merge.
std::vector<LearnedMerge> counted_again(const Counted& words, Index tokens) {
  std::vector<std::pair<Word, Index>> cut;
  for (const auto& [word, times] : words) cut.emplace_back(letters_of(word), times);
  std::map<std::string, Index> ids;
  for (int byte = 0; byte < 256; ++byte)
    ids.emplace(bytes_as_letters(std::string(1, static_cast<char>(byte))), byte);
  std::vector<LearnedMerge> merges;
  while (static_cast<Index>(ids.size()) < tokens) {
    std::map<std::pair<std::string, std::string>, Index> pairs;
    for (const auto& [word, times] : cut) {
      for (size_t i = 0; i + 1 < word.size(); ++i) pairs[{word[i], word[i + 1]}] += times;
    }
    const auto order = [&](const auto& pair) {
      return std::tuple(-pair.second, ids.at(pair.first.first), ids.at(pair.first.second));
    };
    const auto best = std::ranges::min_element(pairs, {}, order);
    if (best == pairs.end() || best->second < 2) break;
    merges.push_back({best->first.first, best->first.second, best->second});
    ids.emplace(best->first.first + best->first.second, static_cast<Index>(ids.size()));
    for (auto& [word, times] : cut) word = merged(word, best->first);
  }
  return merges;
}

void expect_same(const std::vector<LearnedMerge>& made, const std::vector<LearnedMerge>& expected) {
  ASSERT_EQ(made.size(), expected.size());
  for (size_t i = 0; i < made.size(); ++i) {
    EXPECT_EQ(made[i].left, expected[i].left) << "merge " << i;
    EXPECT_EQ(made[i].right, expected[i].right) << "merge " << i;
    EXPECT_EQ(made[i].times, expected[i].times) << "merge " << i;
  }
}

// Random words of few letters, so that pairs meet, overlap ("aaa") and are equally frequent.
Counted random_words(uint64_t seed) {
  const engine::RandomStream stream(seed, "subwords");
  engine::Draw draw(stream, 0);
  Counted words;
  for (int i = 0; i < 60; ++i) {
    std::string word = draw.chance(0.5F) ? " " : "";
    const Index letters = 1 + draw.below(9);
    for (Index letter = 0; letter < letters; ++letter)
      word += draw.chance(0.1F) ? std::string("é") : std::string(1, static_cast<char>('a' + draw.below(3)));
    words[word] += 1 + draw.below(4);
  }
  return words;
}

TEST(LearnSubwords, ThePaperExampleMergesEsThenEst) {
  const Counted words{{"low", 5}, {"lower", 2}, {"newest", 6}, {"widest", 3}};
  const LearnedSubwords made = learn_subwords(listed(words), 259);
  ASSERT_EQ(made.merges.size(), 3U);
  EXPECT_EQ(made.merges[0].left + made.merges[0].right, "es");
  EXPECT_EQ(made.merges[0].times, 9);
  EXPECT_EQ(made.merges[1].left + made.merges[1].right, "est");
  EXPECT_EQ(made.tokens.size(), 259U);
  EXPECT_EQ(made.tokens.back(), made.merges[2].left + made.merges[2].right);
}

TEST(LearnSubwords, MergesAsCountingAgainDoes) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    const Counted words = random_words(seed);
    expect_same(learn_subwords(listed(words), 330).merges, counted_again(words, 330));
  }
}

// Each word's tokens spell it, and are what is left when the merges are done one after the other.
TEST(LearnSubwords, WordsAreCutByTheMergesInTheirOrder) {
  for (uint64_t seed = 0; seed < 10; ++seed) {
    const Counted words = random_words(seed);
    const LearnedSubwords made = learn_subwords(listed(words), 300);
    size_t at = 0;
    for (const auto& [word, times] : words) {
      Word expected = letters_of(word);
      for (const LearnedMerge& merge : made.merges) expected = merged(expected, {merge.left, merge.right});
      Word names;
      for (const int32_t id : made.words[at]) names.push_back(made.tokens.at(static_cast<size_t>(id)));
      EXPECT_EQ(names, expected) << word;
      ++at;
    }
  }
}

TEST(LearnSubwords, StopsWhereNoPairStandsTwice) {
  const Counted words{{"abc", 1}, {"abd", 1}};
  EXPECT_EQ(learn_subwords(listed(words), 1000).merges.size(), 1U);
  EXPECT_TRUE(learn_subwords({}, 1000).merges.empty());
  EXPECT_EQ(learn_subwords({}, 10).tokens.size(), 256U);
}

// One word of a megabyte of one letter: each merge halves it, until its pair stands once.
TEST(LearnSubwords, LearnsFromOneEndlessWord) {
  const Counted words{{std::string(1U << 20U, 'a'), 1}};
  const LearnedSubwords made = learn_subwords(listed(words), 400);
  EXPECT_EQ(made.words.front().size(), 2U);
  EXPECT_EQ(made.merges.size(), 19U);
}

}  // namespace
}  // namespace text
