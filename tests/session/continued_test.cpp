// What a trained model adds to a text: whole words out of pieces, and texts of its own.
#include "app/document/continued.h"

#include <gtest/gtest.h>

#include "app/document/checkpoints.h"
#include "engine/core/utf8.h"
#include "engine/model/forward.h"

namespace app {
namespace {

using engine::Generated;
using engine::Index;

struct Reading {
  Document document;
  checkpoints::Shared checkpoint;

  Reading(const std::string& model, std::string text) {
    document.text = std::move(text);
    EXPECT_FALSE(checkpoints::use(model, document)) << model;
    checkpoint = checkpoints::opened(document.config.checkpoint);
  }
  // Of the last token of what is read, with some more behind it.
  Eigen::RowVectorXf shares(const std::vector<Index>& more = {}) const {
    auto input = input_of(document).value();
    engine::Sequence& read = input.examples.front().source;
    for (const Index token : more) {
      read.ids.push_back(token);
      read.tokens.emplace_back();
      read.padding.push_back(false);
    }
    const auto trace = engine::forward(*checkpoint->model, input, document.config);
    const int stage = trace->find("probabilities").value();
    return trace->read_row(stage, trace->stage(stage).rows - 1).row(0);
  }
  std::vector<LikelyWord> words_from(const std::vector<Index>& first) const {
    const Eigen::RowVectorXf all = shares();
    std::vector<Generated> tokens;
    for (const Index token : first) tokens.push_back({.token = token, .probability = all(token)});
    return likely_words(document, *checkpoint, tokens);
  }
  Index token(const char* name) const { return checkpoint->tokenizer->find(name).value(); }
};

TEST(LikelyWords, AreWholeAndHaveTheProductOfTheirPieces) {
  const Reading prose("prose", "The capital of France is");
  Index likeliest = 0;
  prose.shares().maxCoeff(&likeliest);
  const std::vector<LikelyWord> words = prose.words_from({likeliest});
  ASSERT_EQ(words.size(), 1U);
  EXPECT_EQ(words.front().text, "Paris");
  double product = 1;
  std::vector<Index> read;
  for (const Generated& piece : words.front().pieces) {
    EXPECT_NEAR(piece.probability, prose.shares(read)(piece.token), 1e-5);
    product *= piece.probability;
    read.push_back(piece.token);
  }
  EXPECT_DOUBLE_EQ(words.front().probability, product);
}

TEST(LikelyWords, EndBeforeASpaceOrAMark) {
  const Reading prose("prose", "The cat sat on the");
  for (const LikelyWord& word : prose.words_from({prose.token("Ġm"), prose.token("Ġs"), prose.token(".")})) {
    EXPECT_EQ(word.text.find_first_of(" .,"), word.text == "." ? 0 : std::string::npos) << word.text;
    if (word.text == ".") {
      EXPECT_EQ(word.pieces.size(), 1U);
    }
  }
}

TEST(LikelyWords, AreOrderedByTheirShares) {
  const Reading prose("prose", "My grandmother was tired, so");
  const auto words = prose.words_from({prose.token("Ġm"), prose.token("Ġshe"), prose.token("Ġp")});
  ASSERT_EQ(words.size(), 3U);
  EXPECT_EQ(words.front().text, "she");
  EXPECT_TRUE(std::ranges::is_sorted(words, std::greater(), &LikelyWord::probability));
}

TEST(LikelyWords, AreNoneWhereTokensAreWordsOrCharacters) {
  const Reading grammar("grammar", "the girl");
  EXPECT_TRUE(grammar.words_from({grammar.token("sings")}).empty());
  const Reading chinese("prose-zh", "貓坐在");
  EXPECT_TRUE(chinese.words_from({5}).empty());
}

TEST(WrittenFreely, IsTheSameEachTimeAndText) {
  for (const char* model : {"prose", "prose-zh", "poem"}) {
    const Reading reading(model, "");
    const std::string written = written_freely(*reading.checkpoint, 20);
    EXPECT_FALSE(written.empty()) << model;
    EXPECT_EQ(written, written_freely(*reading.checkpoint, 20)) << model;
    EXPECT_LT(written.size(), written_freely(*reading.checkpoint, 40).size() + 1) << model;
  }
}

}  // namespace
}  // namespace app
