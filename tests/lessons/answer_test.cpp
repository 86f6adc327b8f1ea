// What somebody answers, and what is said of it.
#include "app/lessons/answer.h"

#include <gtest/gtest.h>

#include <array>

namespace app {
namespace {

const engine::Trace& run() {
  static const auto kTrace = make_trace({}).value();
  return *kTrace;
}

TEST(Answer, ANumberIsRightNearlyOrAsFarAsItsDigitsGo) {
  const Question question{.answer = "0.7267", .mistakes = {{"1 / 4", "Over columns."}}, .reveal = "So."};
  for (const char* right : {"0.73", " 0,73 ", ".7267", "0.7", "0.75"}) {
    const auto verdict = judge_number(question, right, run());
    ASSERT_TRUE(verdict) << right;
    EXPECT_TRUE(verdict->is_right) << right;
    EXPECT_EQ(verdict->text, "So.");
  }
  for (const char* wrong : {"0.8", "−0.73", "1", "0"}) {
    const auto verdict = judge_number(question, wrong, run());
    ASSERT_TRUE(verdict) << wrong;
    EXPECT_FALSE(verdict->is_right) << wrong;
    EXPECT_EQ(verdict->text, "") << wrong;
  }
  EXPECT_EQ(judge_number(question, "0.25", run())->text, "Over columns.");
  for (const char* none : {"", "much", "0.7.3", "0.73 or so"})
    EXPECT_FALSE(judge_number(question, none, run()));
}

TEST(Answer, AMistakeIsNamedBeforeDigitsAreForgiven) {
  Question question{.answer = "0.66", .reveal = "So."};
  EXPECT_TRUE(judge_number(question, "0.7", run())->is_right);
  question.mistakes = {{"0.7", "Over columns."}};
  EXPECT_FALSE(judge_number(question, "0.7", run())->is_right);
  EXPECT_EQ(judge_number(question, "0.7", run())->text, "Over columns.");
}

TEST(Answer, InfinityIsANumberToo) {
  Document document;
  document.config.causal = true;
  const auto masked = make_trace(document).value();
  const Question question{.answer = "value encoder.0.self.head.0.mask 0,1"};
  EXPECT_TRUE(judge_number(question, "−∞", *masked)->is_right);
  EXPECT_FALSE(judge_number(question, "∞", *masked)->is_right);
  EXPECT_FALSE(judge_number(question, "-1000000", *masked)->is_right);
}

TEST(Answer, ACellIsOneOfThem) {
  const Question question{.kind = Ask::kCell, .answer = "1,2 1,3", .reveal = "So."};
  EXPECT_TRUE(judge_cell(question, 1, 3, run())->is_right);
  EXPECT_FALSE(judge_cell(question, 3, 1, run())->is_right);
}

TEST(Answer, AShapeIsRowsTimesColumns) {
  const Question question{.kind = Ask::kShape, .answer = "shape encoder.0.self.head.0.q"};
  EXPECT_TRUE(judge_shape(question, "4 × 16", run())->is_right);
  EXPECT_FALSE(judge_shape(question, "16x4", run())->is_right);
  EXPECT_FALSE(judge_shape(question, "4", run()));
}

TEST(Answer, AChoiceSaysWhy) {
  const Question question{
      .kind = Ask::kChoice, .choices = {{"a", "Too few.", false}, {"b", "", true}}, .reveal = "So."};
  EXPECT_EQ(judge_choice(question, 0).text, "Too few.");
  EXPECT_FALSE(judge_choice(question, 0).is_right);
  EXPECT_TRUE(judge_choice(question, 1).is_right);
  EXPECT_EQ(judge_choice(question, 1).text, "So.");
}

TEST(Answer, AnOrderIsRightAsListed) {
  const Question question{.kind = Ask::kOrder,
                          .choices = {{"scores", "", false}, {"weights", "", false}, {"sum", "", false}},
                          .reveal = "So."};
  EXPECT_TRUE(judge_order(question, std::array<size_t, 3>{0, 1, 2}).is_right);
  EXPECT_EQ(judge_order(question, std::array<size_t, 3>{0, 1, 2}).text, "So.");
  EXPECT_FALSE(judge_order(question, std::array<size_t, 3>{1, 0, 2}).is_right);
  EXPECT_EQ(right_answer(question, run(), 1), "scores → weights → sum");
}

}  // namespace
}  // namespace app
