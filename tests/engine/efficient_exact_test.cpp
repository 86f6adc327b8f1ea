// Attention that reads less at a time: the same numbers in tiles, and what a window leaves of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/engine/efficient.h"

namespace engine {
namespace {

TEST(Tiled, EqualsExactAttentionWhateverTheTile) {
  for (const MaskCase& mask : mask_cases()) {
    Config config = mask.config;
    const Matrix expected = numbers_of(*run_words(config), head_address(1, "output"));
    config.attention.kind = AttentionKind::kTiled;
    for (const Index chunk : {0, 1, 2, 3, 5, 11, 100}) {
      config.attention.chunk = chunk;
      const auto trace = run_words(config);
      EXPECT_LE(largest_gap(numbers_of(*trace, head_address(1, "output")), expected), 2e-6)
          << mask.name << ", " << chunk;
      EXPECT_LE(largest_of(numbers_of(*trace, head_address(1, "difference"))), 1e-6) << mask.name;
    }
  }
}

TEST(Tiled, KnowsAfterTheLastTileWhatSoftmaxKnows) {
  Config config = seeded_config(16, 2, 8, 8);
  config.attention = {.kind = AttentionKind::kTiled, .chunk = 3};
  const auto trace = run_words(config);
  const Matrix masked = numbers_of(*trace, head_address(0, "masked"));
  const Matrix maximum = numbers_of(*trace, head_address(0, "tiled.maximum"));
  const Matrix sum = numbers_of(*trace, head_address(0, "tiled.row_sum"));
  ASSERT_EQ(maximum.cols(), (masked.cols() + 2) / 3);
  for (Index row = 0; row < masked.rows(); ++row) {
    for (Index tile = 0; tile < maximum.cols(); ++tile) {
      const auto seen = masked.row(row).head(std::min<Index>(3 * (tile + 1), masked.cols()));
      EXPECT_EQ(maximum(row, tile), seen.maxCoeff());
      EXPECT_NEAR(sum(row, tile), (seen.array() - seen.maxCoeff()).exp().sum(), 1e-5);
    }
  }
}

TEST(Window, AsWideAsTheSequenceEqualsExactAttention) {
  for (const MaskCase& mask : mask_cases()) {
    Config config = mask.config;
    const Matrix expected = numbers_of(*run_words(config), head_address(1, "output"));
    for (const Index global : {0, 1, 3, 50}) {
      config.attention = {.kind = AttentionKind::kWindow, .window = 11, .global = global};
      const auto trace = run_words(config);
      EXPECT_LE(largest_gap(numbers_of(*trace, head_address(1, "output")), expected), 2e-6)
          << mask.name << ", " << global;
      EXPECT_LE(largest_of(numbers_of(*trace, head_address(1, "difference"))), 1e-6) << mask.name;
    }
  }
}

TEST(Window, SeesKeysNearerThanItsWidthAndTheFirst) {
  Config config = seeded_config(16, 2, 8, 8);
  config.attention = {.kind = AttentionKind::kWindow, .window = 3, .global = 2};
  const Matrix weights = numbers_of(*run_words(config), head_address(0, "weights"));
  for (Index i = 0; i < weights.rows(); ++i) {
    for (Index j = 0; j < weights.cols(); ++j) {
      const bool sees = std::abs(i - j) < 3 || i < 2 || j < 2;
      EXPECT_EQ(weights(i, j) > 0, sees) << i << ", " << j;
    }
    EXPECT_NEAR(weights.row(i).sum(), 1, 1e-6);
  }
}

TEST(Window, CausalSeesTheLastKeysItselfIncluded) {
  Config config = seeded_config(16, 2, 8, 8);
  config.causal = true;
  config.attention = {.kind = AttentionKind::kWindow, .window = 4, .global = 0};
  const Matrix weights = numbers_of(*run_words(config), head_address(0, "weights"));
  for (Index i = 0; i < weights.rows(); ++i) {
    for (Index j = 0; j < weights.cols(); ++j) EXPECT_EQ(weights(i, j) > 0, j <= i && j > i - 4);
  }
}

TEST(Window, ItsBandGrowsWithTheLengthAlone) {
  Config config = seeded_config(16, 2, 8, 8);
  config.attention = {.kind = AttentionKind::kWindow, .window = 3, .global = 1};
  const auto trace = run_words(config);
  EXPECT_EQ(trace->stage(stage_index(*trace, head_address(0, "window.band"))).columns, 6);
}

}  // namespace
}  // namespace engine
