// Attention within buckets: how often two directions meet in one, and the case in which nothing is lost.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "engine/attention/efficient/directions.h"
#include "engine/ops/efficient.h"
#include "tests/engine/efficient.h"

namespace engine {
namespace {

// How often two vectors of d numbers at an angle fall into one of `buckets`.
double collisions(Index d, Index buckets, double angle, Index draws) {
  Matrix pair = Matrix::Zero(2, d);
  pair(0, 0) = 1;
  pair(1, 0) = static_cast<float>(std::cos(angle));
  pair(1, 1) = static_cast<float>(std::sin(angle));
  const Matrix rotations = random_directions(draws * buckets / 2, d, false, 2, "test");
  const Matrix turned = pair * rotations.transpose();
  Matrix hashed(2, draws);
  hash_buckets(draws)->forward(std::vector<ConstView>{whole(turned)}, whole(hashed));
  return static_cast<double>((hashed.row(0).array() == hashed.row(1).array()).count()) /
         static_cast<double>(draws);
}

TEST(Hashing, OfTwoBucketsMeetsByTheAngle) {
  constexpr Index kDraws = 20'000;
  for (const double degrees : {10.0, 45.0, 90.0, 150.0}) {
    const double expected = 1 - degrees / 180;
    const double error = std::sqrt(expected * (1 - expected) / kDraws);
    EXPECT_NEAR(collisions(64, 2, degrees * std::numbers::pi / 180, kDraws), expected, 4 * error) << degrees;
  }
}

TEST(Hashing, OfMoreBucketsMeetsAsSeenBefore) {
  constexpr Index kDraws = 10'000;
  for (const auto& [buckets, expected] : {std::pair(4, 0.56), {8, 0.45}, {16, 0.37}, {64, 0.26}}) {
    const double error = std::sqrt(expected * (1 - expected) / kDraws);
    // The figures were rounded to two digits.
    EXPECT_NEAR(collisions(64, buckets, std::numbers::pi / 4, kDraws), expected, 4 * error + 0.005)
        << buckets;
  }
}

Config reformer() {
  Config config = seeded_config(16, 2, 8, 6);
  config.attention.kind = AttentionKind::kReformer;
  return config;
}

TEST(Reformer, WithEveryKeyInReachIsFullSharedAttentionWithoutTheDiagonal) {
  Config config = reformer();
  config.attention.rounds = 2;
  config.attention.chunk = 11;
  // Turned to 0, all tokens fall into one bucket.
  StageEdits& zeros = config.edits.emplace_back();
  zeros.address = head_address(1, "reformer.rotations");
  for (Index row = 0; row < 8; ++row) {
    for (Index column = 0; column < 8; ++column) zeros.cells.push_back({row, column, 0});
  }
  const auto trace = run_words(config);
  const Eigen::MatrixXd k = numbers_of(*trace, head_address(1, "k")).cast<double>();
  Eigen::MatrixXd weights = (k * k.rowwise().normalized().transpose() / std::sqrt(8.0)).array().exp();
  weights.diagonal().setZero();
  weights.array().colwise() /= weights.rowwise().sum().array().eval();
  EXPECT_LE(largest_gap(numbers_of(*trace, head_address(1, "weights")), weights.cast<float>()), 2e-6);
  const Matrix output = weights.cast<float>() * numbers_of(*trace, head_address(1, "v"));
  EXPECT_LE(largest_gap(numbers_of(*trace, head_address(1, "output")), output), 4e-6);
}

TEST(Reformer, ReadsItselfOnlyWhereNothingElseIsInReach) {
  Config config = reformer();
  config.causal = true;
  const Matrix weights = numbers_of(*run_words(config), head_address(0, "weights"));
  EXPECT_EQ(weights(0, 0), 1);
  for (Index row = 0; row < weights.rows(); ++row) {
    EXPECT_NEAR(weights.row(row).sum(), 1, 1e-6);
    EXPECT_TRUE(weights(row, row) == 0 || weights(row, row) == 1);
  }
}

TEST(Reformer, ReachesKeysOfItsBucketAlone) {
  Config config = reformer();
  config.attention.rounds = 1;
  const auto trace = run_words(config);
  const Matrix weights = numbers_of(*trace, head_address(0, "weights"));
  const Matrix buckets = numbers_of(*trace, head_address(0, "reformer.buckets"));
  for (Index i = 0; i < weights.rows(); ++i) {
    for (Index j = 0; j < weights.cols(); ++j)
      EXPECT_TRUE(weights(i, j) == 0 || buckets(i, 0) == buckets(j, 0)) << i << ", " << j;
  }
}

TEST(Reformer, MoreRoundsReachMore) {
  Config config = reformer();
  const auto seen = [&](Index rounds) {
    config.attention.rounds = rounds;
    return (numbers_of(*run_words(config), head_address(0, "weights")).array() > 0).count();
  };
  EXPECT_GT(seen(8), seen(1));
}

}  // namespace
}  // namespace engine
