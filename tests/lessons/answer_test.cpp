// What somebody answers, and what is said of it.
#include "app/lessons/answer.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

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

TEST(Answer, ACountIsExactHoweverItIsWritten) {
  const Question paths{.answer = "(2 + 1)^3", .mistakes = {{"26", "One is missing."}}, .reveal = "So."};
  EXPECT_TRUE(judge_number(paths, "27", run())->is_right);
  EXPECT_TRUE(judge_number(paths, "27.0", run())->is_right);
  EXPECT_EQ(judge_number(paths, "26", run())->text, "One is missing.");
  for (const char* wrong : {"26", "28", "27.4", "27,3"})
    EXPECT_FALSE(judge_number(paths, wrong, run())->is_right) << wrong;
  const Question pairs{.answer = "32 * 32"};
  for (const char* right :
       {"1,024", "1024", "1 024", "1\u202F024", "32*32", "32 × 32", "2^10", "１０２４", "1024.0"})
    EXPECT_TRUE(judge_number(pairs, right, run())->is_right) << right;
  for (const char* wrong : {"1,0240", "1023", "1025", "1.024"})
    EXPECT_FALSE(judge_number(pairs, wrong, run())->is_right) << wrong;
  EXPECT_FALSE(judge_number(pairs, "1,02,4", run()));
  const Question all{.answer = "1000 * 1000 * 12 * 12"};
  for (const char* right : {"144,000,000", "144 000 000", "1.44e8", "144000000"})
    EXPECT_TRUE(judge_number(all, right, run())->is_right) << right;
  EXPECT_TRUE(judge_number({.answer = "175000 / 117"}, "1,500", run())->is_right) << "a ratio is no count";
  EXPECT_TRUE(judge_number({.answer = "exp(3) / (exp(3) + exp(3))"}, "1/2", run())->is_right);
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
  for (const char* right : {"4, 16", "4,16", "(4, 16)", "[4, 16]", "4 X 16", "4 by 16", "4*16", "４，１６",
                            "4 乘 16", "4 乘以 16", "(4 × 16)"})
    EXPECT_TRUE(judge_shape(question, right, run())->is_right) << right;
  for (const char* none : {"4", "", "4 by", "x", "4.5 x 16", "4, 16, 2", "-4 x 16", "four by six"})
    EXPECT_FALSE(judge_shape(question, none, run())) << none;
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

// The key of the mistake that a judged answer shows; empty: none.
std::string shown_by(const std::optional<Verdict>& verdict) {
  return verdict && verdict->mistake ? verdict->mistake->key : "";
}

TEST(CommonMistakes, OfNumbers) {
  const Question question{.answer = "0.4"};
  const auto shown = [&](const char* typed) { return shown_by(judge_number(question, typed, run())); };
  EXPECT_EQ(shown("-0.4"), "lesson.mistake.sign");
  EXPECT_EQ(shown("40"), "lesson.mistake.percent");
  EXPECT_EQ(shown("0.004"), "lesson.mistake.percent");
  EXPECT_EQ(shown("4"), "lesson.mistake.tenfold");
  EXPECT_EQ(shown("2.5"), "lesson.mistake.inverse");
  EXPECT_EQ(shown("0.9"), "");
  EXPECT_EQ(shown("0"), "");
  EXPECT_EQ(shown("0.4"), "") << "it is right";
}

TEST(CommonMistakes, TheLessonsOwnWordsComeFirst) {
  const Question question{.answer = "0.4", .mistakes = {{"2.5", "Upside down."}}};
  const auto verdict = judge_number(question, "2.5", run());
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->text, "Upside down.");
  EXPECT_FALSE(verdict->mistake);
}

TEST(CommonMistakes, OfShapes) {
  const Question question{.kind = Ask::kShape, .answer = "2 x 5"};
  const auto shown = [&](const char* typed) { return shown_by(judge_shape(question, typed, run())); };
  EXPECT_EQ(shown("5 x 2"), "lesson.mistake.shape_swapped");
  EXPECT_EQ(shown("2 x 4"), "lesson.mistake.columns");
  EXPECT_EQ(shown("3 x 5"), "lesson.mistake.rows");
  EXPECT_EQ(shown("3 x 4"), "");
}

TEST(CommonMistakes, OfCells) {
  const Question question{.kind = Ask::kCell, .answer = "2,3 2,4"};
  const auto shown = [&](engine::Index row, engine::Index column) {
    return shown_by(judge_cell(question, row, column, run()));
  };
  EXPECT_EQ(shown(3, 2), "lesson.mistake.cell_swapped");
  EXPECT_EQ(shown(2, 0), "lesson.mistake.cell_column");
  EXPECT_EQ(shown(0, 4), "lesson.mistake.cell_row");
  EXPECT_EQ(shown(1, 1), "");
}

TEST(CommonMistakes, OfOrders) {
  const Question question{.kind = Ask::kOrder, .choices = {{"a"}, {"b"}, {"c"}, {"d"}}};
  const auto verdict = [&](const std::vector<size_t>& order) { return judge_order(question, order); };
  EXPECT_EQ(shown_by(verdict({3, 2, 1, 0})), "lesson.mistake.reversed");
  EXPECT_EQ(shown_by(verdict({1, 0, 2, 3})), "lesson.mistake.first");
  const Verdict third = verdict({0, 1, 3, 2});
  EXPECT_EQ(shown_by(third), "lesson.mistake.order");
  EXPECT_EQ(third.mistake->arguments,
            (std::vector<std::pair<std::string, std::string>>{{"count", "2"}, {"next", "3"}}));
}

}  // namespace
}  // namespace app
