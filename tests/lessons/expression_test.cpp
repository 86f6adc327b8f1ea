// Numbers that lessons work out.
#include "app/lessons/expression.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/document/document.h"

namespace app {
namespace {

using testing::ElementsAre;
using testing::Pair;

constexpr std::string_view kWeights = "encoder.0.self.head.0.weights";

const engine::Trace& trace() {
  static const auto kTrace = make_trace({}).value();
  return *kTrace;
}

std::string at_weights(std::string_view before, std::string_view after) {
  return std::string(before).append(" ").append(kWeights).append(after);
}

TEST(Expression, ReadsTheRun) {
  const int stage = trace().find(kWeights).value();
  const double cell = static_cast<double>(trace().at(stage, 1, 2));
  EXPECT_EQ(evaluate(at_weights("value", " 1,2"), trace()).value(), cell);
  EXPECT_EQ(evaluate(at_weights("2 * (value", " 1, 2) + 1"), trace()).value(), 2 * cell + 1);
  EXPECT_EQ(evaluate(at_weights("rows", "") + at_weights(" * columns", ""), trace()).value(), 16);
  EXPECT_EQ(evaluate("sqrt(16) + 2^3", trace()).value(), 12);
}

TEST(Expression, TakesAHyphenBetweenLettersForANameAndAnyOtherForAMinus) {
  EXPECT_EQ(evaluate("rows lab.a-b", trace()).error().arguments.front().second, "lab.a-b");
  EXPECT_EQ(evaluate(at_weights("rows", "-1"), trace()).value(), 3);
  EXPECT_EQ(evaluate(at_weights("rows", " - 1"), trace()).value(), 3);
}

TEST(Expression, KeepsInfinities) {
  Document document;
  document.config.causal = true;
  const auto masked = make_trace(document).value();
  EXPECT_EQ(evaluate("value encoder.0.self.head.0.mask 0,1", *masked).value(), engine::kHide);
}

TEST(Expression, SaysWhatIsWrong) {
  EXPECT_EQ(evaluate("value encoder.0.nothing 1,2", trace()).error().key, "error.unknown_stage");
  EXPECT_EQ(evaluate(at_weights("value", " 4,0"), trace()).error().key, "error.cell_range");
  EXPECT_EQ(evaluate(at_weights("value", " 1"), trace()).error().key, "error.lesson_cells");
  EXPECT_EQ(evaluate("1 + apples", trace()).error().key, "error.lesson_expression_at");
  EXPECT_EQ(evaluate("1 + apples", trace()).error().arguments.back().second, "apples");
  EXPECT_EQ(evaluate("", trace()).error().key, "error.lesson_expression_ends");
  EXPECT_EQ(evaluate("(1 + 2", trace()).error().key, "error.lesson_expression_open");
  EXPECT_EQ(evaluate("1, 2", trace()).error().key, "error.lesson_expression_at") << "two numbers";
  EXPECT_EQ(evaluate("0 / 0", trace()).error().key, "error.lesson_expression") << "none";
  EXPECT_EQ(evaluate(std::string(kLongestExpression + 1, '1'), trace()).error().key,
            "error.lesson_expression_long");
}

TEST(Expression, NamesCells) {
  EXPECT_THAT(evaluate_cells("1,2 3,0", trace()).value(), ElementsAre(Pair(1, 2), Pair(3, 0)));
  const int stage = trace().find(kWeights).value();
  const auto largest = evaluate_cells(at_weights("largest", " 2"), trace()).value();
  ASSERT_EQ(largest.size(), 1u);
  EXPECT_EQ(largest.front().first, 2);
  EXPECT_EQ(trace().at(stage, 2, largest.front().second), trace().read_row(stage, 2).maxCoeff());
  EXPECT_EQ(evaluate_cells("1,2 and", trace()).error().key, "error.lesson_cells");
  EXPECT_EQ(evaluate_cells(at_weights("largest", " 9"), trace()).error().key, "error.cell_range");
}

TEST(Expression, NamesShapes) {
  EXPECT_THAT(evaluate_shape("2 x 5", trace()).value(), Pair(2, 5));
  EXPECT_THAT(evaluate_shape(" 2×5 ", trace()).value(), Pair(2, 5));
  EXPECT_THAT(evaluate_shape(at_weights("shape", ""), trace()).value(), Pair(4, 4));
  EXPECT_EQ(evaluate_shape("2", trace()).error().key, "error.lesson_shape");
}

TEST(Expression, IsNearWithinFivePercent) {
  EXPECT_TRUE(is_near(0.73, 0.7267));
  EXPECT_TRUE(is_near(-104.5, -100.5));
  EXPECT_FALSE(is_near(0.73, 0.87));
  EXPECT_FALSE(is_near(-104, -100)) << "a count has no tolerance";
  EXPECT_TRUE(is_near(27, 27.000001));
  EXPECT_FALSE(is_near(100, -100));
  EXPECT_TRUE(is_near(0, 0));
  EXPECT_FALSE(is_near(0.1, 0));
  EXPECT_TRUE(is_near(engine::kHide, engine::kHide));
  EXPECT_FALSE(is_near(1, engine::kHide)) << "5 % of infinity is not near";
}

TEST(Expression, WritesNumbersAsTheyAreSaid) {
  EXPECT_EQ(lesson_number(16), "16");
  EXPECT_EQ(lesson_number(0.9997), "1.00");
  EXPECT_EQ(lesson_number(0.01862), "0.02");
  EXPECT_EQ(lesson_number(0.0052), "0.0052");
  EXPECT_EQ(lesson_number(-1.4724), "−1.47");
  EXPECT_EQ(lesson_number(54.58), "54.6");
  EXPECT_EQ(lesson_number(engine::kHide), "−∞");
}

TEST(Expression, FillsOnlyLiveValues) {
  const auto star = [](std::string_view) { return std::string("*"); };
  EXPECT_EQ(fill_values("a {value b 1,2} c {rows d}", star), "a * c *");
  EXPECT_EQ(fill_values("$W_{q}$ {valued} {rows} {value b", star), "$W_{q}$ {valued} {rows} {value b");
  const std::string open = "{value " + std::string(kLongestExpression, 'a') + "}";
  EXPECT_EQ(fill_values(open, star), open) << "longer than any expression";
}

}  // namespace
}  // namespace app
