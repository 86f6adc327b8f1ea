// What changed between two traces is B − A, in every cell, and nothing where they cannot be compared.
#include "engine/analysis/compare.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/engine/traces.h"

namespace engine {
namespace {

const std::vector<std::string> kCompared = {"the", "cat", "saw", "the", "dog"};

std::shared_ptr<const Trace> causal_run() {
  Config config;
  config.causal = true;
  return run(kCompared, config);
}

TEST(DifferenceTrace, IsBMinusA) {
  const auto a = run(kCompared);
  const auto b = causal_run();
  const std::string address = head_address(1, "weights");
  const auto compared = difference_trace(*a, *b, address);
  ASSERT_NE(compared, nullptr);
  EXPECT_EQ(numbers_of(*compared, "a"), numbers_of(*a, address));
  EXPECT_EQ(numbers_of(*compared, "b"), numbers_of(*b, address));
  EXPECT_EQ(numbers_of(*compared, "difference"), Matrix(numbers_of(*b, address) - numbers_of(*a, address)));
}

TEST(DifferenceTrace, KeepsWhatRowsAndColumnsStandFor) {
  const auto a = run(kCompared);
  const auto b = causal_run();
  const std::string address = head_address(0, "weights");
  const auto compared = difference_trace(*a, *b, address);
  ASSERT_NE(compared, nullptr);
  const Stage& source = b->stage(stage_index(*b, address));
  for (const Stage& stage : compared->stages()) {
    EXPECT_EQ(stage.rows_are(), source.rows_are());
    EXPECT_EQ(stage.columns_are(), source.columns_are());
    EXPECT_EQ(stage.role, source.role);
  }
  EXPECT_EQ(compared->sequences(), b->sequences());
  EXPECT_EQ(compared->vocabulary(), b->vocabulary());
}

TEST(DifferenceTrace, WeightsStayFromZeroUpAndTheirDifferenceIsSigned) {
  const auto trace = run(kCompared);
  const auto weights = difference_trace(*trace, *trace, head_address(0, "weights"));
  const auto scores = difference_trace(*trace, *trace, head_address(0, "scores"));
  ASSERT_TRUE(weights && scores);
  EXPECT_FALSE(weights->stage(stage_index(*weights, "a")).operation->is_signed());
  EXPECT_TRUE(weights->stage(stage_index(*weights, "difference")).operation->is_signed());
  EXPECT_TRUE(scores->stage(stage_index(*scores, "b")).operation->is_signed());
}

TEST(DifferenceTrace, HiddenInBothIsNoDifferenceAndHiddenInOneAnInfiniteOne) {
  const auto a = run(kCompared);
  const auto b = causal_run();
  const std::string address = head_address(0, "masked");
  const auto hides = difference_trace(*a, *b, address);
  ASSERT_NE(hides, nullptr);
  const int difference = stage_index(*hides, "difference");
  EXPECT_EQ(hides->at(difference, 1, 3), -kInfinity);
  EXPECT_EQ(hides->explain(difference, 1, 3).note, "note.hidden_in_b");
  const auto shows = difference_trace(*b, *a, address);
  EXPECT_EQ(shows->at(difference, 1, 3), kInfinity);
  EXPECT_EQ(shows->explain(difference, 1, 3).note, "note.hidden_in_a");
  const auto same = difference_trace(*b, *b, address);
  EXPECT_EQ(same->at(difference, 1, 3), 0);
  EXPECT_EQ(same->explain(difference, 1, 3).note, "note.hidden_in_both");
}

TEST(DifferenceTrace, NothingWhereAStageIsMissingOrOfAnotherShape) {
  const auto a = run(kCompared);
  const auto shorter = run({"the", "cat"});
  EXPECT_EQ(difference_trace(*a, *shorter, head_address(0, "scores")), nullptr);
  EXPECT_EQ(difference_trace(*a, *a, "decoder.0.cross.head.0.scores"), nullptr);
}

TEST(DifferenceTrace, ADecodersRowsAreNamedWhereTheOtherTraceHasFewerSequences) {
  Config config = seeded_config(12, 2, 4, 4);
  config.architecture = Architecture::kTransformer;
  const Sequence tokens{{"le", "chat"}, {false, false}};
  const auto pair = forward(*make_model(config), single_input(tokens, tokens), config);
  config.architecture = Architecture::kDecoder;
  const auto alone = forward(*make_model(config), single_input(tokens), config);
  const auto compared = difference_trace(*pair, *alone, "decoder.0.self.head.0.scores");
  ASSERT_NE(compared, nullptr);
  for (const Stage& stage : compared->stages()) EXPECT_LT(stage.row_sequence, 1) << stage.address;
}

TEST(ComparisonTrace, HasTheDifferenceOfEachStageAtAnAddressOfItsOwn) {
  const auto a = run(kCompared);
  const auto b = causal_run();
  const std::vector<int> stages = {stage_index(*b, head_address(0, "scaled")),
                                   stage_index(*b, head_address(0, "weights"))};
  const auto compared = comparison_trace(*a, *b, stages);
  ASSERT_NE(compared, nullptr);
  EXPECT_EQ(compared->size(), 6);
  const std::string address = head_address(0, "weights");
  EXPECT_EQ(numbers_of(*compared, "comparison." + address + ".a"), numbers_of(*a, address));
  EXPECT_EQ(numbers_of(*compared, "comparison." + address + ".b"), numbers_of(*b, address));
  EXPECT_EQ(numbers_of(*compared, "comparison." + address),
            Matrix(numbers_of(*b, address) - numbers_of(*a, address)));
}

TEST(ComparisonTrace, LeavesOutWhatCannotBeCompared) {
  const auto a = run({"the", "cat"});
  const auto b = run(kCompared);
  const int weights = stage_index(*b, head_address(0, "weights"));
  EXPECT_EQ(comparison_trace(*a, *b, std::vector{weights}), nullptr) << "another length";
  const int table = stage_index(*b, head_address(0, "wq"));
  EXPECT_NE(
      comparison_trace(*a, *b, std::vector{weights, table})->find("comparison." + head_address(0, "wq")),
      std::nullopt);
}

}  // namespace
}  // namespace engine
