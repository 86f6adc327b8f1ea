// Ways of giving weight that attention is compared with: evenly, by distance, by a small network.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/engine/efficient.h"

namespace engine {
namespace {

Config contrast_config(AttentionKind kind) {
  Config config = seeded_config(16, 2, 8, 6);
  config.attention.kind = kind;
  config.attention.window = 2;
  return config;
}

TEST(Uniform, GivesEveryVisibleKeyTheSame) {
  Config config = contrast_config(AttentionKind::kUniform);
  config.causal = config.mask_padding = true;
  const Matrix weights = numbers_of(*run_words(config), head_address(0, "weights"));
  for (Index i = 0; i < weights.rows(); ++i) {
    const auto hidden = std::count(kSomePadding.begin(), kSomePadding.begin() + i + 1, true);
    const float share = 1 / static_cast<float>(i + 1 - hidden);
    for (Index j = 0; j <= i; ++j)
      EXPECT_FLOAT_EQ(weights(i, j), kSomePadding[static_cast<size_t>(j)] ? 0 : share) << i << ", " << j;
  }
}

TEST(Distance, FallsByEWithEveryWindow) {
  const auto trace = run_words(contrast_config(AttentionKind::kDistance));
  const Matrix weights = numbers_of(*trace, head_address(0, "weights"));
  EXPECT_EQ(weights, numbers_of(*trace, head_address(1, "weights")));
  EXPECT_NEAR(weights(3, 3) / weights(3, 5), std::exp(1), 1e-5);
  EXPECT_NEAR(weights(3, 2), weights(3, 4), 1e-7);
  for (Index row = 0; row < weights.rows(); ++row) EXPECT_NEAR(weights.row(row).sum(), 1, 1e-6);
}

TEST(Distance, TakesAMaskOfAnyShape) {
  Config config = contrast_config(AttentionKind::kDistance);
  config.painted = {{"encoder.0.self", {{0, 0, 11, 1, kHide}}}};
  const Matrix weights = numbers_of(*run_words(config), head_address(0, "weights"));
  EXPECT_TRUE(weights.col(0).isZero(0));
  for (Index row = 0; row < weights.rows(); ++row) EXPECT_NEAR(weights.row(row).sum(), 1, 1e-6);
}

TEST(Additive, ScoresAreThoseOfItsSmallNetwork) {
  const auto trace = run_words(contrast_config(AttentionKind::kAdditive));
  const auto numbers = [&](const char* step) {
    return Eigen::MatrixXd(numbers_of(*trace, head_address(1, step)).cast<double>());
  };
  const Eigen::MatrixXd query = numbers("q") * numbers("additive.network.query").transpose();
  const Eigen::MatrixXd key = numbers("k") * numbers("additive.network.key").transpose();
  const Eigen::RowVectorXd last = numbers("additive.last").row(0);
  const Matrix scores = numbers_of(*trace, head_address(1, "additive.tanh"));
  for (Index i = 0; i < scores.rows(); ++i) {
    for (Index j = 0; j < scores.cols(); ++j) {
      const double expected = (query.row(i) + key.row(j)).array().tanh().matrix().dot(last);
      EXPECT_NEAR(scores(i, j), expected, 1e-5) << i << ", " << j;
    }
  }
}

TEST(Additive, DrawsAnewWithAnotherSeed) {
  Config config = contrast_config(AttentionKind::kAdditive);
  const auto weights = [&](uint64_t seed) {
    config.attention.seed = seed;
    return numbers_of(*run_words(config), head_address(0, "weights"));
  };
  EXPECT_EQ(weights(1), weights(1));
  EXPECT_NE(weights(1), weights(2));
}

TEST(Contrasts, OfARecomputingTraceAreTheSame) {
  for (const AttentionKind kind :
       {AttentionKind::kUniform, AttentionKind::kDistance, AttentionKind::kAdditive}) {
    for (const bool causal : {false, true}) {
      Config config = contrast_config(kind);
      config.causal = causal;
      config.mask_padding = true;
      const auto model = make_model(config);
      const Input input = single_input({kElevenWords, kSomePadding});
      const auto recompute = forward(*model, input, config, {}, nullptr, {.recompute = true});
      const auto whole = forward(*model, input, config);
      EXPECT_LE(largest_gap(numbers_of(*recompute, head_address(1, "output")),
                            numbers_of(*whole, head_address(1, "output"))),
                1e-6)
          << name_of(kind);
    }
  }
}

}  // namespace
}  // namespace engine
