// What attention must do, whatever its weights are.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/ops/operations.h"
#include "tests/engine/traces.h"

namespace engine {
namespace {

const std::vector<std::string> kRiver = {"the", "river", "was", "cold", "and", "the", "boat"};
const std::vector<bool> kPadding = {false, false, true, false, false, false, true};

std::vector<Config> masked_configs() {
  std::vector<Config> configs;
  for (const Config& base : {Config{}, seeded_config(24, 3, 8, 4)}) {
    for (const bool causal : {false, true}) {
      for (const bool padding : {false, true}) {
        configs.push_back(base);
        configs.back().causal = causal;
        configs.back().mask_padding = padding;
      }
    }
  }
  return configs;
}

TEST(Softmax, RowsOfWeightsSumToOne) {
  for (const Config& config : masked_configs()) {
    const auto trace = run(kRiver, config, kPadding);
    for (int head = 0; head < config.n_heads; ++head) {
      const Matrix weights = numbers_of(*trace, head_address(head, "weights"));
      for (Index row = 0; row < weights.rows(); ++row) {
        EXPECT_NEAR(weights.row(row).cast<double>().sum(), 1.0, 1e-6);
        EXPECT_GE(weights.row(row).minCoeff(), 0.0f);
      }
    }
  }
}

TEST(Softmax, WeightsAreExactlyZeroWhereMaskedAndOnlyThere) {
  Config config = seeded_config(24, 3, 8, 4);
  config.causal = true;
  config.mask_padding = true;
  const auto trace = run(kRiver, config, kPadding);
  for (int head = 0; head < config.n_heads; ++head) {
    const Matrix weights = numbers_of(*trace, head_address(head, "weights"));
    for (Index query = 0; query < weights.rows(); ++query) {
      for (Index key = 0; key < weights.cols(); ++key) {
        const bool hidden = key > query || kPadding[static_cast<size_t>(key)];
        EXPECT_EQ(weights(query, key) == 0.0f, hidden) << query << ", " << key;
      }
    }
  }
}

TEST(Softmax, StaysFiniteAtExtremes) {
  Matrix scores(4, 3);
  scores << 1e4f, -1e4f, 1e4f, -3e38f, -3e38f, -kInfinity, 3e38f, -3e38f, 0, -kInfinity, -kInfinity,
      -kInfinity;
  Matrix weights(4, 3);
  const ConstView input(scores.data(), 4, 3, Eigen::OuterStride<>(3));
  softmax_rows()->forward({&input, 1}, View(weights.data(), 4, 3, Eigen::OuterStride<>(3)));
  Matrix expected(4, 3);
  expected << 0.5f, 0, 0.5f, 0.5f, 0.5f, 0, 1, 0, 0, 0, 0, 0;
  EXPECT_TRUE(weights.isApprox(expected, 1e-6f)) << weights;
}

TEST(CausalMask, ChangingATokenLeavesEarlierRowsUnchanged) {
  for (const Config& base : {Config{}, seeded_config(24, 3, 8, 4)}) {
    Config config = base;
    config.causal = true;
    std::vector<std::string> changed = kRiver;
    changed[4] = "or";
    const auto before = run(kRiver, config);
    const auto after = run(changed, config);
    for (int head = 0; head < config.n_heads; ++head) {
      const std::string address = head_address(head, "output");
      EXPECT_EQ(numbers_of(*before, address).topRows(4), numbers_of(*after, address).topRows(4));
    }
    const Matrix first = numbers_of(*before, "encoder.0.self.output");
    const Matrix second = numbers_of(*after, "encoder.0.self.output");
    EXPECT_EQ(first.topRows(4), second.topRows(4));
    EXPECT_NE(first.bottomRows(3), second.bottomRows(3));
  }
}

TEST(CausalMask, WithoutItAChangedTokenReachesEarlierRows) {
  const Config config = seeded_config(24, 3, 8, 4);
  std::vector<std::string> changed = kRiver;
  changed[4] = "or";
  EXPECT_NE(numbers_of(*run(kRiver, config), "encoder.0.self.output").topRows(4),
            numbers_of(*run(changed, config), "encoder.0.self.output").topRows(4));
}

TEST(PaddingMask, ATokenSwitchedOffChangesNoOtherRow) {
  Config config = seeded_config(24, 3, 8, 4);
  config.mask_padding = true;
  std::vector<std::string> changed = kRiver;
  changed[2] = "is";
  const Matrix before = numbers_of(*run(kRiver, config, kPadding), "encoder.0.self.output");
  const Matrix after = numbers_of(*run(changed, config, kPadding), "encoder.0.self.output");
  for (Index row = 0; row < before.rows(); ++row) {
    if (row == 2) continue;
    EXPECT_EQ(before.row(row), after.row(row)) << row;
  }
}

TEST(Attention, WithoutPositionsAPermutationOfTokensPermutesTheOutputs) {
  Config config = seeded_config(24, 3, 8, 4);
  config.positions = PositionKind::kNone;
  const std::vector<size_t> order = {3, 0, 6, 5, 1, 4, 2};
  std::vector<std::string> moved;
  for (const size_t from : order) moved.push_back(kRiver[from]);
  const Matrix output = numbers_of(*run(kRiver, config), "encoder.0.self.output");
  const Matrix permuted = numbers_of(*run(moved, config), "encoder.0.self.output");
  for (size_t to = 0; to < order.size(); ++to) {
    const auto row = permuted.row(static_cast<Index>(to));
    EXPECT_TRUE(row.isApprox(output.row(static_cast<Index>(order[to])), 1e-5f)) << to;
  }
  config.positions = PositionKind::kSinusoidal;
  EXPECT_FALSE(numbers_of(*run(moved, config), "encoder.0.self.output")
                   .row(0)
                   .isApprox(numbers_of(*run(kRiver, config), "encoder.0.self.output").row(3), 1e-3f));
}

// One layer with inputs x, its projections as in `weights`.
std::shared_ptr<const Trace> one_layer(const Matrix& x, const AttentionWeights& weights) {
  TraceBuilder builder({unnamed(static_cast<size_t>(x.rows()))}, {"t"});
  const int input = add_drawn(builder, "x", x);
  add_multi_head_attention(builder, "layer", {input, input, input}, weights, {}, {});
  return std::move(builder).build();
}

TEST(MultiHead, EqualSlicesOfOneProjectionAndSeparateHeadsAgree) {
  const Matrix x = drawn(5, 12, "x");
  const AttentionWeights joined = drawn_weights({.n_heads = 3, .d_k = 4, .d_v = 2, .d_q = 12, .d_o = 6});
  const auto together = one_layer(x, joined);
  for (Index head = 0; head < 3; ++head) {
    AttentionWeights alone;
    alone.n_heads = 1;
    const auto part = [&](const Parameter& all, Index width) { return all.middle_rows(head * width, width); };
    alone.wq = part(joined.wq, 4);
    alone.wk = part(joined.wk, 4);
    alone.wv = part(joined.wv, 2);
    alone.wo = std::make_shared<Matrix>(Matrix::Identity(2, 2));
    const auto apart = one_layer(x, alone);
    const std::string address = "layer.head." + std::to_string(head);
    for (const char* step : {".q", ".k", ".v", ".scores", ".weights", ".output"}) {
      EXPECT_TRUE(numbers_of(*together, address + step)
                      .isApprox(numbers_of(*apart, std::string("layer.head.0") + step), 1e-5f))
          << address << step;
    }
    EXPECT_EQ(numbers_of(*together, "layer.concat").middleCols(head * 2, 2),
              numbers_of(*together, address + ".output"));
  }
}

TEST(BlindRow, IsZerosAndListedAndNeverNaN) {
  for (const Config& base : {Config{}, seeded_config(24, 3, 8, 4)}) {
    Config config = base;
    config.mask_padding = true;
    const auto trace = run({"a", "b", "c"}, config, {true, true, true});
    for (const Stage& stage : trace->stages()) {
      EXPECT_FALSE(numbers_of(*trace, stage.address).hasNaN()) << stage.address;
    }
    const int weights = stage_index(*trace, head_address(1, "weights"));
    EXPECT_EQ(trace->fully_masked_rows(weights), (std::vector<Index>{0, 1, 2}));
    EXPECT_TRUE(numbers_of(*trace, head_address(1, "weights")).isZero(0));
    EXPECT_TRUE(numbers_of(*trace, head_address(1, "output")).isZero(0));
    EXPECT_TRUE(numbers_of(*trace, "encoder.0.self.output").isZero(0));
  }
}

TEST(BlindRow, OnlyTheRowsThatSeeNothingAreListed) {
  Config config;
  config.causal = true;
  config.mask_padding = true;
  const auto trace = run({"a", "b", "c", "d"}, config, {true, true, false, false});
  const int weights = stage_index(*trace, head_address(3, "weights"));
  EXPECT_EQ(trace->fully_masked_rows(weights), (std::vector<Index>{0, 1}));
  EXPECT_TRUE(trace->fully_masked_rows(stage_index(*trace, head_address(3, "scores"))).empty());
}

TEST(Identity, AStepThatIsSwitchedOffKeepsItsStageAndItsNumbers) {
  Config config = seeded_config(24, 3, 8, 4);
  config.scale = false;
  const auto trace = run(kRiver, config);
  const Matrix scores = numbers_of(*trace, head_address(2, "scores"));
  EXPECT_EQ(numbers_of(*trace, head_address(2, "scaled")), scores);
  EXPECT_EQ(numbers_of(*trace, head_address(2, "masked")), scores);
  EXPECT_TRUE(numbers_of(*trace, head_address(2, "mask")).isZero(0));
}

TEST(Scale, DividesByTheRootOfTheHeadsWidthAndByTheTemperature) {
  Config config = seeded_config(24, 3, 9, 4);
  config.temperature = 0.5;
  const auto trace = run(kRiver, config);
  const Matrix expected = numbers_of(*trace, head_address(0, "scores")) / 1.5f;
  EXPECT_TRUE(numbers_of(*trace, head_address(0, "scaled")).isApprox(expected, 1e-6f));
}

TEST(Sinusoid, HasTheWorkedCasesNumbers) {
  // d = 256, base 10000: REFERENCE values sin 1, cos 1, sin 2, cos 2, sin 0.930572.
  Matrix table(3, 256);
  sinusoid(10000)->forward({}, View(table.data(), 3, 256, Eigen::OuterStride<>(256)));
  EXPECT_NEAR(table(1, 0), 0.841471, 1e-6);
  EXPECT_NEAR(table(1, 1), 0.540302, 1e-6);
  EXPECT_NEAR(table(2, 0), 0.909297, 1e-6);
  EXPECT_NEAR(table(2, 1), -0.416147, 1e-6);
  EXPECT_NEAR(table(1, 2), std::sin(0.930572), 1e-6);
  EXPECT_NEAR(table.row(1).dot(table.row(1)), 128.0, 1e-3);
}

TEST(Sinusoid, ProductsOfPositionsDependOnTheirDistanceAlone) {
  Matrix table(40, 32);
  sinusoid(10000)->forward({}, View(table.data(), 40, 32, Eigen::OuterStride<>(32)));
  for (Index position = 0; position < 30; ++position) {
    EXPECT_NEAR(table.row(position).dot(table.row(position + 5)), table.row(0).dot(table.row(5)), 1e-4);
  }
}

TEST(Sinusoid, IsStillExactAtTheLastPosition) {
  Matrix table(kMaxTokens, 8);
  sinusoid(10000)->forward({}, View(table.data(), kMaxTokens, 8, Eigen::OuterStride<>(8)));
  EXPECT_NEAR(table(kMaxTokens - 1, 0), std::sin(16383.0), 1e-6);
  EXPECT_NEAR(table(kMaxTokens - 1, 3), std::cos(1638.3), 1e-6);
}

TEST(Cancelling, AStoppedRunGivesNoTrace) {
  std::stop_source source;
  source.request_stop();
  const Config config;
  EXPECT_EQ(forward(*make_model(config), single_input({{"a"}, {false}}), config, source.get_token()),
            nullptr);
}

}  // namespace
}  // namespace engine
