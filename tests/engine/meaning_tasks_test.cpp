// Who is meant, and which shape is the largest.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tests/engine/task_texts.h"

namespace tasks_test {
namespace {

// "animal<animal": what the pronoun's row says, and where it should look.
TEST(WhoTask, TheReasonDecidesWhoIsMeant) {
  const Task& task = named("who");
  const auto says = [&](std::string_view text) {
    const auto example = example_of(task, text);
    if (!example) return std::string();
    const auto row = static_cast<size_t>(example->scored.front());
    const AimedRow& aimed = example->aims.front();
    const auto& tokens = task.vocabulary().tokens;
    return tokens[static_cast<size_t>(example->source[row])] + " " +
           tokens[static_cast<size_t>(example->labels[row])] + "<" +
           tokens[static_cast<size_t>(
               read_by_model(task, *example)[static_cast<size_t>(aimed.keys.front())])] +
           " " + group_of(task, *example);
  };
  EXPECT_EQ(says("the animal * * cross the street because it was too tired"), "it animal<animal it");
  EXPECT_EQ(says("the animal * * cross the street because it was too wide"), "it street<street it");
  EXPECT_EQ(says("the * didn't fit in the suitcase because it was too small ."), "it suitcase<suitcase it");
  EXPECT_EQ(says("the <unk> left the <unk> because it was too old"), "it <unk><<unk> it_new");
  EXPECT_EQ(says("the ball broke the table because the <mask> was too heavy"),
            "<mask> ball<ball hidden_noun");
  EXPECT_EQ(says("the girl thanked the king because <mask> had *"), "<mask> he<king hidden_pronoun");
  EXPECT_EQ(says("the girl thanked the king because she felt *"), "she girl<girl two_kinds");
  EXPECT_EQ(says("the girl * the queen because she had * ."), "she queen<queen one_kind");
}

TEST(WhoTask, ChineseHasTheSameRules) {
  const Task& task = named("who-zh");
  const auto example = example_of(task, "書 放 不 進 箱子 ， 因為 它 太 小 了 。");
  ASSERT_TRUE(example);
  EXPECT_EQ(looks(task, *example, "it"), (std::vector<std::string>{"它<箱子"}));
  const auto hidden = example_of(task, "女孩 感謝 國王 ， 因為 <mask> 幫 了 忙 。");
  ASSERT_TRUE(hidden);
  EXPECT_EQ(looks(task, *hidden, "hidden_pronoun"), (std::vector<std::string>{"<mask><國王"}));
}

// A tenth of the other words; only training examples, and never what is already unknown.
TEST(WhoTask, HidesWordsInTrainingAlone) {
  const Task& task = named("who");
  double hidden = 0;
  double words = 0;
  for (uint64_t index = 0; index < 5000; ++index) {
    const TaskCase example = task.example(0, index);
    for (size_t row = 1; row < example.source.size(); ++row) {
      if (static_cast<Index>(row) == example.scored.front()) continue;
      const bool is_asked = example.labels[row] != kNoLabel;
      EXPECT_EQ(is_asked, example.source[row] == task.vocabulary().mask);
      EXPECT_NE(example.labels[row], task.vocabulary().unknown);
      hidden += is_asked ? 1 : 0;
      words += example.source[row] == task.vocabulary().unknown ? 0 : 1;
    }
  }
  EXPECT_NEAR(hidden / words, 0.1, 0.01);
  for (const TaskCase& example : task.held_out())
    EXPECT_EQ(std::ranges::count_if(example.labels, [](Index label) { return label != kNoLabel; }), 1);
}

TEST(ShapesTask, TheClassTokenIsAskedForTheLargestShape) {
  const Task& task = named("shapes");
  EXPECT_EQ(task.labels(), 12);
  EXPECT_EQ(task.vocabulary().tokens.front(), "red circle");
  for (const TaskCase& example : std::span(task.held_out()).first(200)) {
    EXPECT_EQ(example.patches.rows(), 16);
    EXPECT_EQ(example.patches.cols(), 48);
    EXPECT_EQ(example.labels.size(), 1U) << "a model that says a class has one row of logits";
    const AimedRow& largest = example.aims.front();
    EXPECT_EQ(largest.row, 0);
    float area = 0;
    for (const float part : largest.parts) area += 16 * part;
    EXPECT_GE(area, 4 * 4 / 2);
    EXPECT_LE(area, 7 * 7);
    EXPECT_EQ(example.aims.size(), example.group == 0 ? 1U : 2U);
  }
}

}  // namespace
}  // namespace tasks_test
