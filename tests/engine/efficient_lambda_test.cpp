// The lambda layer: its two functions, and the cases in which they are known.
#include <gtest/gtest.h>

#include "tests/engine/efficient.h"

namespace engine {
namespace {

Config lambda_config() {
  Config config = seeded_config(16, 2, 8, 6);
  config.attention.kind = AttentionKind::kLambda;
  config.attention.window = 3;
  return config;
}

// The vectors of all distances are typed over with 0.
Config without_positions() {
  Config config = lambda_config();
  for (int head = 0; head < 2; ++head) {
    StageEdits& table = config.edits.emplace_back();
    table.address = head_address(head, "lambda.position.table");
    for (Index row = 0; row < 5; ++row) {
      for (Index column = 0; column < 8; ++column) table.cells.push_back({row, column, 0});
    }
  }
  return config;
}

Eigen::MatrixXd lambda_numbers(const Trace& trace, int head, const char* step) {
  return numbers_of(trace, head_address(head, step)).cast<double>();
}

// Each column of K through softmax, in double precision.
Eigen::MatrixXd normalised(const Eigen::MatrixXd& keys) {
  Eigen::MatrixXd numbers = keys.array().exp().matrix();
  numbers.array().rowwise() /= numbers.colwise().sum().array().eval();
  return numbers;
}

TEST(Lambda, WithoutPositionsIsQueriesTimesTheContentLambda) {
  const auto trace = run_words(without_positions());
  const Eigen::MatrixXd keys = normalised(lambda_numbers(*trace, 0, "k"));
  const Eigen::MatrixXd expected =
      lambda_numbers(*trace, 1, "q") * keys.transpose() * lambda_numbers(*trace, 0, "v");
  EXPECT_LE(largest_gap(numbers_of(*trace, head_address(1, "output")), expected.cast<float>()), 2e-6);
}

TEST(Lambda, WithoutPositionsOfEqualValuesIsTheSumOfTheQuery) {
  Config config = without_positions();
  const std::vector<float> v = {0.5F, -1, 2, 0, 0.25F, 3};
  // Addresses ascend.
  StageEdits& values = *config.edits.emplace(config.edits.begin() + 1);
  values.address = head_address(0, "v");
  for (Index row = 0; row < 11; ++row) {
    for (Index column = 0; column < 6; ++column)
      values.cells.push_back({row, column, v.at(static_cast<size_t>(column))});
  }
  const auto trace = run_words(config);
  const Matrix sums = numbers_of(*trace, head_address(0, "q")).rowwise().sum();
  const Matrix expected = sums * Eigen::Map<const Eigen::RowVectorXf>(v.data(), 6);
  EXPECT_LE(largest_gap(numbers_of(*trace, head_address(0, "output")), expected), 1e-5);
}

TEST(Lambda, PositionsReachAsFarAsTheWindow) {
  const auto trace = run_words(lambda_config());
  const Eigen::MatrixXd table = lambda_numbers(*trace, 1, "lambda.position.table");
  const Eigen::MatrixXd queries = lambda_numbers(*trace, 1, "q");
  const Matrix map = numbers_of(*trace, head_address(1, "lambda.position.map"));
  for (Index i = 0; i < 11; ++i) {
    for (Index j = 0; j < 11; ++j) {
      const double expected = std::abs(i - j) < 3 ? queries.row(i).dot(table.row(j - i + 2)) : 0.0;
      EXPECT_NEAR(map(i, j), expected, 1e-6) << i << ", " << j;
    }
  }
}

TEST(Lambda, RowsDoNotSumToOneAndWeightsCanBeNegative) {
  const auto trace = run_words(lambda_config());
  const Matrix weights = numbers_of(*trace, head_address(0, "weights"));
  EXPECT_LT(weights.minCoeff(), 0);
  EXPECT_GT((weights.rowwise().sum().array() - 1).abs().maxCoeff(), 0.1F);
  EXPECT_TRUE(trace->stage(stage_index(*trace, head_address(0, "weights"))).operation->is_signed());
}

TEST(Lambda, PaddingCountsInNoSum) {
  Config config = lambda_config();
  config.mask_padding = true;
  const auto trace = run_words(config);
  const Matrix keys = numbers_of(*trace, head_address(0, "lambda.normalised.key"));
  for (Index column = 0; column < keys.cols(); ++column) EXPECT_NEAR(keys.col(column).sum(), 1, 1e-6);
  for (const Index padding : {2, 5, 10}) EXPECT_TRUE(keys.row(padding).isZero(0));
}

TEST(Lambda, AWiderWindowKeepsTheDirectionsOfNearDistances) {
  const auto near_vector = [](Index window) {
    Config config = lambda_config();
    config.attention.window = window;
    const auto trace = run_words(config);
    Eigen::MatrixXd table = lambda_numbers(*trace, 0, "lambda.position.table");
    return Eigen::MatrixXd(table.row(window) * static_cast<double>(2 * window - 1));
  };
  EXPECT_LE((near_vector(2) - near_vector(7)).cwiseAbs().maxCoeff(), 1e-6);
}

TEST(Lambda, TakesNoCausalMaskAndNoSecondText) {
  Config config = lambda_config();
  config.causal = true;
  const auto bad = check(config);
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->key, "error.attention_causal");
}

}  // namespace
}  // namespace engine
