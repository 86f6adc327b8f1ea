// Names found by a few typed letters.
#include "app/text/fuzzy.h"

#include <gtest/gtest.h>

namespace app {
namespace {

bool better(std::string_view typed, std::string_view name, std::string_view than) {
  return fit(typed, name).value_or(-1000) > fit(typed, than).value_or(-1000);
}

TEST(Fuzzy, WordsFitInAnyOrder) {
  EXPECT_TRUE(fit("", "Undo"));
  EXPECT_TRUE(fit("head 2 scores", "Go to Encoder 1 › Self-attention › Head 2 › Scores"));
  EXPECT_TRUE(fit("go to Scores, head 2", "Go to Encoder 1 › Self-attention › Head 2 › Scores"));
  EXPECT_FALSE(fit("head 2 values", "Go to Encoder 1 › Self-attention › Head 2 › Scores"));
}

TEST(Fuzzy, LettersFitInTheirOrder) {
  EXPECT_TRUE(fit("nxt", "Add next token"));
  EXPECT_TRUE(fit("ant", "Add next token"));
  EXPECT_FALSE(fit("xnt", "Add next token"));
  EXPECT_FALSE(fit("q", "Undo"));
}

TEST(Fuzzy, StartsOfWordsAreBetter) {
  EXPECT_TRUE(better("mask", "Mask: causal", "Unmasked"));
  EXPECT_TRUE(better("undo", "Undo", "Undone steps"));
  EXPECT_TRUE(better("nt", "Next token", "Invent it"));
}

TEST(Fuzzy, ANumberIsWhole) {
  EXPECT_TRUE(fit("2", "Head 2"));
  EXPECT_FALSE(fit("2", "Head 12"));
  EXPECT_FALSE(fit("12", "Head 1 of 2"));
}

TEST(Fuzzy, EveryIdeographStartsAWord) {
  EXPECT_TRUE(fit("遮罩", "遮罩：因果"));
  EXPECT_TRUE(fit("遮因", "遮罩：因果"));
  EXPECT_FALSE(fit("因遮", "遮罩：因果"));
}

TEST(Fuzzy, AnAddressFits) {
  EXPECT_TRUE(fit("encoder.0.self.head.1.scores", "encoder.0.self.head.1.scores"));
  EXPECT_TRUE(fit("head.1.scores", "encoder.0.self.head.1.scores"));
  EXPECT_FALSE(fit("head.1.scores", "encoder.0.self.head.2.scores"));
}

TEST(Fuzzy, SubscriptsAreTheLettersTheyStandFor) {
  EXPECT_TRUE(fit("dk 8", "Set dₖ to 8"));
}

}  // namespace
}  // namespace app
