// What a head does is read off its map.
#include "engine/analysis/head_measures.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "engine/analysis/measures_trace.h"
#include "engine/ops/operations.h"
#include "engine/ops/row_measures.h"
#include "tests/engine/traces.h"

namespace engine {
namespace {

// A trace of one softmax stage whose map is given by its scores.
HeadMeasures measure(const std::vector<std::string>& tokens, const std::vector<bool>& padding,
                     const Matrix& scores) {
  TraceBuilder builder({{tokens, padding}}, {});
  const Stage shape{.rows = scores.rows(), .columns = scores.cols()};
  Stage masked = shape;
  masked.address = "masked";
  masked.operation = given("note.tokens");
  const int input = builder.add_given(masked, std::make_shared<Matrix>(scores));
  Stage weights = shape;
  weights.address = "weights";
  weights.operation = softmax_rows();
  weights.inputs = {input};
  const int stage = builder.add(weights);
  return measure_head(*std::move(builder).build(), stage);
}

HeadMeasures measure_crafted(const std::vector<std::string>& tokens, int head, const Config& config = {}) {
  const auto trace = run(tokens, config);
  return measure_head(*trace, stage_index(*trace, head_address(head, "weights")));
}

TEST(HeadMeasures, SharesAreMeansOfTheMapsRows) {
  // Rows of weights (1/2, 1/4, 1/4), (1/4, 1/2, 1/4), (1/4, 1/4, 1/2).
  const float two = std::log(2.0f);
  Matrix scores(3, 3);
  scores << two, 0, 0, 0, two, 0, 0, 0, two;
  const HeadMeasures measures = measure({"a", "b", "a"}, {false, false, false}, scores);
  EXPECT_NEAR(measures[RowMeasure::kPrevious], 0.25, 1e-6);
  EXPECT_NEAR(measures[RowMeasure::kSame], 0.5, 1e-6);
  EXPECT_NEAR(measures[RowMeasure::kEqualTokens], (0.75 + 0.5 + 0.75) / 3, 1e-6);
  EXPECT_NEAR(measures[RowMeasure::kOtherEqual], 0.25, 1e-6);
  EXPECT_NEAR(measures[RowMeasure::kFirst], (0.5 + 0.25 + 0.25) / 3, 1e-6);
  EXPECT_NEAR(measures[RowMeasure::kEvenness], 1.5 * std::log(2.0) / std::log(3.0), 1e-6);
  EXPECT_EQ(measures.rows(), 3);
}

// A map that is given as it is.
HeadMeasures measure_given(const std::vector<std::string>& tokens, const Matrix& weights) {
  TraceBuilder builder({{tokens, std::vector<bool>(tokens.size(), false)}}, {});
  const int stage = add_drawn(builder, "map", weights);
  return measure_map(*std::move(builder).build(), stage);
}

const std::vector<std::string> kFive = {"a", "b", "c", "d", "e"};

// Row i reads from token keys[i] alone.
Matrix reading(const std::vector<Index>& keys) {
  Matrix map = Matrix::Zero(static_cast<Index>(keys.size()), static_cast<Index>(keys.size()));
  for (size_t row = 0; row < keys.size(); ++row) map(static_cast<Index>(row), keys[row]) = 1;
  return map;
}

TEST(MapMeasures, OfTheIdentity) {
  const HeadMeasures measures = measure_given(kFive, Matrix::Identity(5, 5));
  EXPECT_EQ(measures[RowMeasure::kSame], 1);
  EXPECT_EQ(measures[RowMeasure::kEntropy], 0);
  EXPECT_EQ(measures[RowMeasure::kEvenness], 0);
  EXPECT_EQ(measures[RowMeasure::kDistance], 0);
  EXPECT_EQ(measures[RowMeasure::kPrevious], 0);
  EXPECT_EQ(measures[RowMeasure::kNext], 0);
  EXPECT_DOUBLE_EQ(measures[RowMeasure::kFirst], 0.2);
  EXPECT_EQ(dominant(measures), (HeadHabit{RowMeasure::kSame, 1.0}));
}

TEST(MapMeasures, OfAnEvenMap) {
  const HeadMeasures measures = measure_given(kFive, Matrix::Constant(5, 5, 0.2f));
  EXPECT_NEAR(measures[RowMeasure::kEntropy], std::log(5.0), 1e-6);
  EXPECT_NEAR(measures[RowMeasure::kEvenness], 1, 1e-6);
  EXPECT_NEAR(measures[RowMeasure::kDistance], 1.6, 1e-6);  // (2 + 1.4 + 1.2 + 1.4 + 2) / 5
  for (const double share :
       {measures[RowMeasure::kSame], measures[RowMeasure::kFirst], measures[RowMeasure::kPrevious],
        measures[RowMeasure::kNext], measures[RowMeasure::kEqualTokens]})
    EXPECT_NEAR(share, 0.2, 1e-6);
  EXPECT_EQ(dominant(measures).measure, RowMeasure::kEvenness);
}

TEST(MapMeasures, OfThePreviousTokenAndTheNext) {
  const HeadMeasures previous = measure_given(kFive, reading({0, 0, 1, 2, 3}));
  EXPECT_EQ(previous[RowMeasure::kPrevious], 1);
  EXPECT_DOUBLE_EQ(previous[RowMeasure::kDistance], 0.8);
  EXPECT_EQ(dominant(previous), (HeadHabit{RowMeasure::kPrevious, 1.0}));
  const HeadMeasures next = measure_given(kFive, reading({1, 2, 3, 4, 4}));
  EXPECT_EQ(next[RowMeasure::kNext], 1);
  EXPECT_DOUBLE_EQ(next[RowMeasure::kDistance], 0.8);
  EXPECT_EQ(dominant(next), (HeadHabit{RowMeasure::kNext, 1.0}));
}

TEST(MapMeasures, OfInduction) {
  const std::vector<std::string> tokens = {"K", "T", "B", "K", "T", "B", "K"};
  const HeadMeasures measures = measure_given(tokens, reading({0, 0, 0, 1, 2, 3, 4}));
  EXPECT_EQ(measures[RowMeasure::kInduction], 1);
  EXPECT_EQ(measures.rows(RowMeasure::kInduction), 4);
  EXPECT_EQ(dominant(measures), (HeadHabit{RowMeasure::kInduction, 1.0}));
  // One row is no habit, and the previous token is read for its place.
  const std::vector<std::string> once = {"K", "T", "B", "K"};
  EXPECT_EQ(dominant(measure_given(once, reading({0, 1, 0, 1}))).measure, RowMeasure::kSame);
  const std::vector<std::string> pairs = {"K", "T", "K", "T", "K"};
  EXPECT_EQ(dominant(measure_given(pairs, reading({0, 0, 1, 2, 3}))).measure, RowMeasure::kPrevious);
}

TEST(MapMeasures, OfDuplicates) {
  const std::vector<std::string> tokens = {"K", "T", "B", "Q", "K", "T", "D", "V"};
  const HeadMeasures measures = measure_given(tokens, reading({2, 3, 3, 2, 0, 1, 2, 3}));
  EXPECT_EQ(measures.rows(RowMeasure::kOtherEqual), 4);
  EXPECT_EQ(measures[RowMeasure::kOtherEqual], 0.5);
  EXPECT_EQ(dominant(measures), (HeadHabit{RowMeasure::kOtherEqual, 0.5}));
}

TEST(MapMeasures, OfTheFirstToken) {
  const HeadMeasures measures = measure_given(kFive, reading({0, 0, 0, 0, 0}));
  EXPECT_EQ(measures[RowMeasure::kFirst], 1);
  EXPECT_EQ(measures[RowMeasure::kEntropy], 0);
  EXPECT_DOUBLE_EQ(measures[RowMeasure::kDistance], 2);
  EXPECT_EQ(dominant(measures), (HeadHabit{RowMeasure::kFirst, 1.0}));
}

// Each token reads its twin, wherever that stands.
TEST(MapMeasures, OfEqualTokensInAnyOrder) {
  const HeadMeasures measures = measure_given({"x", "y", "y", "z", "x", "z"}, reading({4, 2, 1, 5, 0, 3}));
  EXPECT_EQ(measures[RowMeasure::kEqualTokens], 1);
  EXPECT_EQ(measures[RowMeasure::kOtherEqual], 1);
  EXPECT_EQ(measures[RowMeasure::kSame], 0);
  EXPECT_EQ(dominant(measures), (HeadHabit{RowMeasure::kEqualTokens, 1.0}));
}

TEST(MapMeasures, ARowOfZerosDoesNotCount) {
  Matrix map = Matrix::Identity(5, 5);
  map.row(2).setZero();
  const HeadMeasures measures = measure_given(kFive, map);
  EXPECT_EQ(measures.rows(), 4);
  EXPECT_EQ(measures[RowMeasure::kSame], 1);
}

TEST(HeadMeasures, TheCraftedHeadsAreNamedForWhatTheyDo) {
  const std::vector<std::string> tokens = {"the", "cat", "saw", "the", "dog", "and", "the", "bird"};
  const std::array<RowMeasure, 4> expected = {RowMeasure::kPrevious, RowMeasure::kEqualTokens,
                                              RowMeasure::kFirst, RowMeasure::kEvenness};
  for (int head = 0; head < 4; ++head) {
    const HeadHabit habit = dominant(measure_crafted(tokens, head));
    EXPECT_EQ(habit.measure, expected.at(static_cast<size_t>(head))) << "head " << head;
    EXPECT_GE(habit.share, 0.9) << "head " << head;
  }
}

TEST(HeadMeasures, WithoutPositionsNoHeadReadsThePreviousToken) {
  Config config;
  config.positions = PositionKind::kNone;
  const HeadHabit habit = dominant(measure_crafted({"the", "cat", "saw", "the", "dog"}, 0, config));
  EXPECT_NE(habit.measure, RowMeasure::kPrevious);
}

TEST(HeadMeasures, EqualTokensAreNamedOnlyWhereATokenRepeats) {
  EXPECT_EQ(dominant(measure_crafted({"one", "two", "three"}, 1)).measure, RowMeasure::kSame);
  EXPECT_EQ(dominant(measure_crafted({"one", "two", "one"}, 1)).measure, RowMeasure::kEqualTokens);
}

TEST(HeadMeasures, AmongEqualTokensOnlyThePreviousTokenIsStillPrevious) {
  EXPECT_EQ(dominant(measure_crafted({"no", "no", "no", "no"}, 0)).measure, RowMeasure::kPrevious);
}

TEST(HeadMeasures, OneTokenReadsItself) {
  for (int head = 0; head < 4; ++head) {
    EXPECT_EQ(dominant(measure_crafted({"alone"}, head)), (HeadHabit{RowMeasure::kSame, 1.0}));
  }
}

TEST(HeadMeasures, NothingIsNamedBelowAHalf) {
  const Matrix nearly_even = Matrix::Identity(6, 6);
  const std::vector<std::string> tokens = {"a", "b", "c", "d", "e", "f"};
  EXPECT_EQ(dominant(measure(tokens, std::vector<bool>(6, false), nearly_even)).measure, std::nullopt);
}

TEST(HeadMeasures, HiddenTokensAndBlindRowsDoNotCount) {
  Config config;
  config.mask_padding = true;
  const std::vector<std::string> tokens = {"the", "cat", "sat", "pad", "pad"};
  const auto trace = run(tokens, config, {false, false, false, true, true});
  const HeadMeasures measures = measure_head(*trace, stage_index(*trace, head_address(0, "weights")));
  EXPECT_EQ(measures.rows(), 3);
  EXPECT_GE(measures[RowMeasure::kPrevious], 0.9);

  const auto blind = run(tokens, config, std::vector<bool>(5, true));
  const HeadMeasures none = measure_head(*blind, stage_index(*blind, head_address(0, "weights")));
  EXPECT_EQ(none.rows(), 0);
  EXPECT_EQ(dominant(none), HeadHabit{});
}

TEST(HeadMeasures, EvennessCountsOnlyVisibleKeys) {
  Config config;
  config.causal = true;
  const HeadMeasures measures = measure_crafted({"a", "b", "c", "d"}, 3, config);
  EXPECT_NEAR(measures[RowMeasure::kEvenness], 1.0, 1e-6);
}

// By RowMeasure.
std::vector<std::string> measure_names() {
  std::vector<std::string> names;
  for (const MeasureRow& row : measure_table()) names.emplace_back(row.word);
  return names;
}
const std::vector<std::string> kNames = measure_names();

TEST(MeasuresTrace, HasTheMeasuresOfEveryHeadAndTheRowsThatTheyAverage) {
  Config config;
  config.causal = true;
  const auto trace = run({"K", "T", "B", "K", "T", "pad"}, config, {false, false, false, false, false, true});
  std::vector<int> heads;
  for (int head = 0; head < 4; ++head) heads.push_back(stage_index(*trace, head_address(head, "weights")));
  const auto measures = measures_trace(*trace, heads, "measures.0", kNames);
  const Matrix means = numbers_of(*measures, "measures.0");
  ASSERT_EQ(means.rows(), 4);
  for (Index head = 0; head < 4; ++head) {
    const auto expected = measure_head(*trace, heads[static_cast<size_t>(head)]).means;
    for (size_t i = 0; i < kRowMeasures; ++i)
      EXPECT_NEAR(means(head, static_cast<Index>(i)), expected.at(i), 1e-6)
          << "head " << head << ": " << kNames[i];
  }
  EXPECT_EQ(numbers_of(*measures, "measures.0.head.2.weights"),
            numbers_of(*trace, head_address(2, "weights")));
  const Matrix rows = numbers_of(*measures, "measures.0.head.2");
  const Matrix weights = numbers_of(*trace, head_address(2, "weights"));
  EXPECT_EQ(rows(3, 0), weights(3, 2));
  EXPECT_EQ(rows(0, 0), 0) << "nothing stands before the first token";
  const Stage& stage = measures->stage(stage_index(*measures, "measures.0"));
  EXPECT_EQ(measures->sequence(stage.columns_are().sequence).tokens, kNames);
}

TEST(MeasuresTrace, IsExplainedDownToItsTerms) {
  Config config;
  config.causal = true;
  const auto trace = run({"a", "b", "a", "b", "a"}, config);
  const auto measures =
      measures_trace(*trace, std::vector{stage_index(*trace, head_address(0, "weights"))}, "m", kNames);
  for (int index = 0; index < measures->size(); ++index) {
    const Stage& stage = measures->stage(index);
    if (stage.operation->is_given()) continue;
    for (Index i = 0; i < stage.rows; ++i) {
      for (Index j = 0; j < stage.columns; ++j) {
        const Explanation explained = measures->explain(index, i, j);
        EXPECT_NEAR(explained.result, measures->at(index, i, j), 1e-5 * (1 + explained.magnitude))
            << stage.address << " " << i << ", " << kNames[static_cast<size_t>(j)];
        double sum = 0;
        for (const Term& term : explained.terms) sum += term.value;
        EXPECT_NEAR(sum, explained.result, 1e-9) << stage.address;
      }
    }
  }
  const int means = stage_index(*measures, "m");
  const Explanation previous = measures->explain(means, 0, 0);
  EXPECT_EQ(previous.terms.size(), 4U) << "the first token has none before it";
  EXPECT_EQ(previous.terms.front().left_cell, (Cell{stage_index(*measures, "m.head.0"), 1, 0}));
}

}  // namespace
}  // namespace engine
