// What the experiments measure: spread of scores, one head for all, rows put back in their places.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "engine/analysis/one_head.h"
#include "engine/analysis/reorder.h"
#include "engine/analysis/spread.h"
#include "engine/analysis/unit_heads.h"
#include "tests/engine/traces.h"

namespace engine {
namespace {

const std::vector<std::string> kSentence = {"the", "cat", "saw", "the", "dog"};

TEST(Spread, ScoresOfUnitNumbersHaveTheWidthAsTheirVariance) {
  constexpr std::array<Index, 4> kWidths = {1, 4, 16, 64};
  const auto points = measure_spread(kWidths, 16, 256, 7);
  ASSERT_EQ(points.size(), kWidths.size());
  for (const SpreadPoint& point : points) {
    EXPECT_NEAR(point.plain.variance / static_cast<double>(point.d_k), 1, 0.15) << point.d_k;
    EXPECT_NEAR(point.scaled.variance, 1, 0.15) << point.d_k;
  }
}

TEST(Spread, WithoutTheScaleSoftmaxSaturatesAsHeadsGrowWider) {
  constexpr std::array<Index, 3> kWidths = {1, 16, 256};
  const auto points = measure_spread(kWidths, 16, 64, 7);
  EXPECT_GT(points[0].plain.entropy, points[1].plain.entropy);
  EXPECT_GT(points[1].plain.entropy, points[2].plain.entropy);
  EXPECT_GT(points[2].plain.peak, 0.9);
  EXPECT_LT(points[2].scaled.peak, 0.5);
  EXPECT_NEAR(points[1].scaled.entropy, points[2].scaled.entropy, 0.1);
}

TEST(Spread, EntropyIsZeroForOneKeyAndTheLogarithmForAll) {
  Config config;
  config.off = {"encoder.0.self.head.0.weights"};
  const auto trace = run(kSentence, config);
  for (const double entropy : row_entropies(*trace, stage_index(*trace, head_address(0, "weights"))))
    EXPECT_NEAR(entropy, std::log(5), 1e-6);
  EXPECT_NEAR(mean_peak(*trace, stage_index(*trace, head_address(0, "weights"))), 0.2, 1e-6);
  config.temperature = 0.001;
  const auto sharp = run(kSentence, config);
  EXPECT_NEAR(row_entropies(*sharp, stage_index(*sharp, head_address(2, "weights"))).front(), 0, 1e-6);
}

// The weights of the two heads, divided and undivided.
std::shared_ptr<const Trace> unit_heads(Index d_k) {
  const auto trace = run(kSentence);
  return unit_heads_trace(*trace, stage_index(*trace, head_address(0, "weights")), d_k, 0);
}

TEST(UnitHeads, WithoutTheDivisionTheMapFreezesAsHeadsGrowWider) {
  double before = 0;
  for (const Index d_k : {Index{1}, Index{16}, Index{256}}) {
    const auto trace = unit_heads(d_k);
    const double divided = mean_peak(*trace, stage_index(*trace, head_address(0, "weights")));
    const double plain = mean_peak(*trace, stage_index(*trace, head_address(1, "weights")));
    EXPECT_GT(plain, before) << d_k;
    EXPECT_LT(divided, 0.75) << d_k;
    before = plain;
  }
  EXPECT_GT(before, 0.95);
}

TEST(UnitHeads, SoftmaxReadsAVarianceOfTheWidthOrOfOne) {
  const auto trace = unit_heads(256);
  EXPECT_NEAR(variance_of(*trace, stage_index(*trace, head_address(0, "scaled"))), 1, 0.5);
  EXPECT_NEAR(variance_of(*trace, stage_index(*trace, head_address(1, "scaled"))), 256, 128);
}

TEST(UnitHeads, AWiderHeadKeepsTheNarrowerOnesColumns) {
  const auto narrow = unit_heads(4);
  const auto wide = unit_heads(9);
  EXPECT_EQ(numbers_of(*narrow, head_address(0, "k")), numbers_of(*wide, head_address(1, "k")).leftCols(4));
}

TEST(OneHead, ScoresAreTheSumOfTheHeadsScores) {
  const auto trace = run(kSentence);
  std::vector<int> queries;
  std::vector<int> keys;
  Matrix sum = Matrix::Zero(5, 5);
  for (int head = 0; head < 4; ++head) {
    queries.push_back(stage_index(*trace, head_address(head, "q")));
    keys.push_back(stage_index(*trace, head_address(head, "k")));
    sum += numbers_of(*trace, head_address(head, "scores"));
  }
  const auto one = one_head_trace(*trace, queries, keys, stage_index(*trace, head_address(0, "mask")), {});
  ASSERT_NE(one, nullptr);
  EXPECT_LT((numbers_of(*one, "encoder.0.self.head.0.scores") - sum).cwiseAbs().maxCoeff(),
            1e-4F * sum.cwiseAbs().maxCoeff());
  const int weights = stage_index(*one, "encoder.0.self.head.0.weights");
  for (Index row = 0; row < 5; ++row) EXPECT_NEAR(one->read_row(weights, row).sum(), 1, 1e-6);
  for (Index row = 0; row < 5; ++row)
    EXPECT_NEAR(one->explain(weights, row, 1).result, one->at(weights, row, 1), 1e-6);
}

TEST(MovedBack, WithoutPositionsTheSameRowsComeBack) {
  Config config;
  config.positions = PositionKind::kNone;
  const std::vector<std::string> shuffled = {"dog", "the", "saw", "cat", "the"};
  const std::array<Index, 5> places = {1, 3, 2, 4, 0};
  const auto original = run(kSentence, config);
  const auto moved = run(shuffled, config);
  for (const std::string& address : {head_address(1, "weights"), std::string("encoder.0.self.output")}) {
    const auto back = moved_back_trace(*moved, *original, address, places);
    ASSERT_NE(back, nullptr);
    EXPECT_LT((numbers_of(*back, address) - numbers_of(*original, address)).cwiseAbs().maxCoeff(), 1e-5F);
  }
  const auto with = moved_back_trace(*run(shuffled), *run(kSentence), head_address(0, "weights"), places);
  ASSERT_NE(with, nullptr);
  EXPECT_GT((numbers_of(*with, head_address(0, "weights")) -
             numbers_of(*run(kSentence), head_address(0, "weights")))
                .cwiseAbs()
                .maxCoeff(),
            0.1F);
}

TEST(MovedBack, RefusesPlacesThatDoNotFit) {
  const auto trace = run(kSentence);
  const std::array<Index, 2> few = {0, 1};
  EXPECT_EQ(moved_back_trace(*trace, *trace, "input", few), nullptr);
  const std::array<Index, 5> beyond = {0, 1, 2, 3, 5};
  EXPECT_EQ(moved_back_trace(*trace, *trace, "input", beyond), nullptr);
}

}  // namespace
}  // namespace engine
