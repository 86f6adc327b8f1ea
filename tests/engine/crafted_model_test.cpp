// The crafted model's heads do on real sentences what they were written to do.
#include <gtest/gtest.h>

#include <array>

#include "engine/text/tokenizer.h"
#include "tests/engine/traces.h"

namespace engine {
namespace {

using text::TokenizerKind;

struct Sentence {
  const char* text;
  TokenizerKind kind;
};

constexpr TokenizerKind kWords = TokenizerKind::kWords;
constexpr TokenizerKind kCharacters = TokenizerKind::kCharacters;

constexpr std::array<Sentence, 15> kSentences = {{
    {"the cat sat down", kWords},
    {"The animal didn't cross the street because it was too tired.", kWords},
    {"the cat saw the dog and the dog saw the cat", kWords},
    {"To be, or not to be, that is the question: whether 'tis nobler in the mind to suffer the slings and "
     "arrows of outrageous fortune",
     kWords},
    {"It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of "
     "foolishness, it was the epoch of belief",
     kWords},
    {"yes no", kWords},
    {"Call me Ishmael. Some years ago, never mind how long precisely, I thought I would sail about a little.",
     kWords},
    {"no no no no", kWords},
    {"attention is all you need", kCharacters},
    {"Peter Piper picked a peck of pickled pep", kCharacters},
    {"我，不想延畢", kCharacters},
    {"不，我想延畢", kCharacters},
    {"床前明月光，疑是地上霜。舉頭望明月，低頭思故鄉。", kCharacters},
    {"道可道，非常道；名可名，非常名。無名天地之始，有名萬物之母。", kCharacters},
    {"我用 PyTorch 跑 attention，結果跟 Headlight 一樣！", kWords},
}};

std::vector<std::string> cut(const Sentence& sentence) {
  auto tokens = text::tokenize(sentence.text, sentence.kind);
  EXPECT_TRUE(tokens.ok());
  EXPECT_LE(tokens->size(), 40u) << sentence.text;
  return std::move(tokens).value();
}

Matrix weights_of(const std::vector<std::string>& tokens, int head, const Config& config = {}) {
  return numbers_of(*run(tokens, config), head_address(head, "weights"));
}

TEST(CraftedModel, FirstHeadReadsThePreviousToken) {
  for (const Sentence& sentence : kSentences) {
    const Matrix weights = weights_of(cut(sentence), 0);
    for (Index row = 1; row < weights.rows(); ++row) {
      EXPECT_GE(weights(row, row - 1), 0.9f) << sentence.text << ", row " << row;
    }
  }
}

TEST(CraftedModel, SecondHeadReadsEqualTokensItselfIncluded) {
  for (const Sentence& sentence : kSentences) {
    const auto tokens = cut(sentence);
    const Matrix weights = weights_of(tokens, 1);
    for (Index row = 0; row < weights.rows(); ++row) {
      float equal = 0;
      for (Index key = 0; key < weights.cols(); ++key) {
        if (tokens[static_cast<size_t>(key)] == tokens[static_cast<size_t>(row)]) equal += weights(row, key);
      }
      EXPECT_GE(equal, 0.9f) << sentence.text << ", row " << row;
    }
  }
}

TEST(CraftedModel, ThirdHeadReadsTheFirstToken) {
  for (const Sentence& sentence : kSentences) {
    const Matrix weights = weights_of(cut(sentence), 2);
    EXPECT_GE(weights.col(0).minCoeff(), 0.9f) << sentence.text;
  }
}

TEST(CraftedModel, FourthHeadReadsEvenlyAll) {
  for (const Sentence& sentence : kSentences) {
    const Matrix weights = weights_of(cut(sentence), 3);
    const float even = 1.0f / static_cast<float>(weights.cols());
    EXPECT_LE((weights.array() - even).abs().maxCoeff(), 1e-6f) << sentence.text;
  }
}

TEST(CraftedModel, WithoutPositionsTheFirstHeadNoLongerReadsThePreviousToken) {
  Config config;
  config.positions = PositionKind::kNone;
  for (const Sentence& sentence : kSentences) {
    const auto tokens = cut(sentence);
    if (tokens.size() < 3) continue;  // of two tokens one is always the previous
    const Matrix weights = weights_of(tokens, 0, config);
    EXPECT_LT(weights.diagonal(-1).mean(), 0.5f) << sentence.text;
  }
}

TEST(CraftedModel, HoldsUnderTheCausalMaskToo) {
  Config config;
  config.causal = true;
  const auto tokens = cut(kSentences[2]);
  EXPECT_GE(weights_of(tokens, 0, config).diagonal(-1).minCoeff(), 0.9f);
  EXPECT_GE(weights_of(tokens, 2, config).col(0).minCoeff(), 0.9f);
}

TEST(CraftedModel, ReadsDifferentTokensApartInLargeVocabularies) {
  // The closest two of 300 words must still be told apart by the second head.
  std::vector<std::string> words;
  for (int i = 0; i < 300; ++i) words.push_back("word" + std::to_string(i));
  const auto model = make_crafted_model();
  for (size_t i = 0; i < words.size(); ++i) {
    const auto code = model->embedding(words[i]);
    EXPECT_NEAR(code.norm(), 2.0f, 1e-5f);
    for (size_t j = 0; j < i; ++j) EXPECT_LT(code.dot(model->embedding(words[j])), 0.95f * 4) << words[i];
  }
}

}  // namespace
}  // namespace engine
