// Tasks on one sequence: letters, agreement, measure words, blocks that are said again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "tests/engine/task_texts.h"

namespace tasks_test {
namespace {

using testing::ElementsAre;

TEST(LetterTasks, WriteTheirLettersInTheirOrder) {
  const Task& task = named("reverse");
  for (uint64_t index = 0; index < 100; ++index) {
    const TaskCase example = task.example(0, index);
    std::vector<Index> answer(example.source.begin(), example.source.end() - 1);
    std::ranges::reverse(answer);
    answer.push_back(task.vocabulary().end);
    EXPECT_EQ(example.labels, answer);
    for (const AimedRow& aimed : example.aims) EXPECT_EQ(aimed.keys, std::vector<Index>{7 - aimed.row});

    const TaskCase copied = named("copy").example(0, index);
    EXPECT_EQ(copied.labels, copied.source);
    for (const AimedRow& aimed : copied.aims) EXPECT_EQ(aimed.keys, std::vector<Index>{aimed.row});

    const TaskCase sorted = named("sort").example(0, index);
    std::vector<Index> letters(sorted.source.begin(), sorted.source.end() - 1);
    std::ranges::sort(letters);
    EXPECT_EQ(std::ranges::adjacent_find(letters), letters.end()) << "a letter stands twice";
    EXPECT_TRUE(std::ranges::equal(letters, std::span(sorted.labels).first(letters.size())));
    for (const AimedRow& aimed : sorted.aims)
      EXPECT_EQ(sorted.source[static_cast<size_t>(aimed.keys.front())],
                sorted.labels[static_cast<size_t>(aimed.row)]);
  }
}

// "LIKES<queen": in small letters, the predicted words and what they look at.
TEST(GrammarTask, VerbsAgreeWithTheirOwnSubject) {
  const Task& task = named("grammar");
  const auto behind = example_of(task, "the girl * the kings sings because she * .");
  ASSERT_TRUE(behind);
  EXPECT_EQ(looks(task, *behind, "subject"), (std::vector<std::string>{"sings<girl"}));
  EXPECT_EQ(looks(task, *behind, "pronoun"), (std::vector<std::string>{"she<girl"}));
  EXPECT_THAT(looks(task, *behind, "pronoun_verb"), ElementsAre(testing::EndsWith("s<she")));
  EXPECT_EQ(group_of(task, *behind), "one_noun_between");
  const auto that = example_of(task, "the boys that the * likes sleep .");
  ASSERT_TRUE(that);
  const std::string& agent = task.vocabulary().tokens[static_cast<size_t>(that->source[5])];
  EXPECT_EQ(looks(task, *that, "relative"), (std::vector<std::string>{"likes<" + agent}));
  EXPECT_EQ(looks(task, *that, "subject"), (std::vector<std::string>{"sleep<boys"}));
  // Compared with the other form, since nobody can know which verb it is.
  ASSERT_EQ(that->rivals.size(), 2U);
  EXPECT_EQ(text_of(task, {that->rivals[0], that->rivals[1]}), "like sleeps");
  EXPECT_THAT(that->scored, ElementsAre(5, 6));
  const auto alone = example_of(task, "the girl sings .");
  ASSERT_TRUE(alone);
  EXPECT_TRUE(looks(task, *alone, "subject").empty()) << "there is no other noun";
}

TEST(MeasureWordsTask, TheMeasureWordSuitsItsNoun) {
  const Task& task = named("measure-words");
  const auto latter = example_of(task, "貓 和 書 ， 我 看見 後 者 三 本 書 。");
  ASSERT_TRUE(latter);
  EXPECT_EQ(looks(task, *latter, "measure_word"), (std::vector<std::string>{"本<書"}));
  EXPECT_EQ(looks(task, *latter, "counted_noun"), (std::vector<std::string>{"書<書"}));
  EXPECT_THAT(latter->scored, ElementsAre(9));
  const auto former = example_of(task, "貓 和 書 ， 我 看見 前 者 三 隻 貓 。");
  ASSERT_TRUE(former);
  EXPECT_EQ(looks(task, *former, "measure_word"), (std::vector<std::string>{"隻<貓"}));
}

TEST(RepeatTask, SaysItsBlockAgain) {
  const Task& task = named("repeat");
  std::set<size_t> blocks;
  for (uint64_t index = 0; index < 500; ++index) {
    const TaskCase example = task.example(0, index);
    const std::set<Index> letters(example.source.begin(), example.source.end());
    const size_t period = letters.size();
    blocks.insert(period);
    ASSERT_EQ(example.labels.size(), example.source.size());
    for (size_t i = 0; i + 1 < example.source.size(); ++i)
      EXPECT_EQ(example.labels[i], example.source[i + 1]);
    for (size_t i = period; i < example.source.size(); ++i)
      EXPECT_EQ(example.source[i], example.source[i - period]);
    EXPECT_EQ(example.scored.front(), static_cast<Index>(period));
    EXPECT_EQ(example.scored.size(), example.source.size() - period);
    for (const AimedRow& aimed : example.aims) {
      const auto row = static_cast<size_t>(aimed.row);
      for (const Index key : aimed.keys) {
        if (aimed.aim == 0) {
          EXPECT_EQ(example.source[static_cast<size_t>(key)], example.labels[row]);
          EXPECT_EQ(example.source[static_cast<size_t>(key) - 1], example.source[row]);
        } else {
          EXPECT_EQ(key, aimed.row - 1);
          EXPECT_LT(row, period);
        }
      }
    }
  }
  EXPECT_EQ(blocks.size(), 13U);  // of 4 to 16 letters
  EXPECT_EQ(*blocks.begin(), 4U);
}

}  // namespace
}  // namespace tasks_test
