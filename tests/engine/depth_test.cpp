// Depth at the start of training: gradients vanish in Post-LN, and neither in Pre-LN nor in B2T. Takase et
// al. 2022 (2206.00330), fig. 2; Xiong et al. 2020 (2002.04745), fig. 1.
#include "engine/gradients/depth.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace engine {
namespace {

TEST(Depth, GradientsVanishInPostLnAlone) {
  constexpr Index kDraws = 5;
  const auto first_to_last = [](const std::vector<DepthLayer>& layers) {
    return layers.front().weight_gradient / layers.back().weight_gradient;
  };
  const auto post = measure_depth({NormOrder::kPost, 18}, kDraws);
  const auto pre = measure_depth({NormOrder::kPre, 18}, kDraws);
  const auto b2t = measure_depth({NormOrder::kB2T, 18}, kDraws);
  ASSERT_EQ(post.size(), 18U);
  EXPECT_LT(first_to_last(post), 0.02);
  EXPECT_GT(first_to_last(b2t), 0.05);
  const auto [least, most] = std::minmax_element(
      pre.begin(), pre.end(),
      [](const DepthLayer& a, const DepthLayer& b) { return a.weight_gradient < b.weight_gradient; });
  EXPECT_LT(most->weight_gradient, 4 * least->weight_gradient);
}

// An encoder alone: the theory speaks of its last layer.
TEST(Depth, TheLastLayersGradientFallsWithDepthInPreLnAlone) {
  const auto last = [](NormOrder norm, Index layers) {
    return measure_depth({norm, layers, DepthStack::kEncoder}, 3).back().weight_gradient;
  };
  EXPECT_LT(last(NormOrder::kPre, 18), 0.8 * last(NormOrder::kPre, 6));
  EXPECT_NEAR(last(NormOrder::kPost, 18) / last(NormOrder::kPost, 6), 1, 0.25);
}

TEST(Depth, ResidualsGrowInPreLnAlone) {
  const auto pre = measure_depth({NormOrder::kPre, 8, DepthStack::kDecoder}, 2);
  const auto post = measure_depth({NormOrder::kPost, 8, DepthStack::kDecoder}, 2);
  EXPECT_GT(pre.back().residual, 1.2 * pre.front().residual);
  for (const DepthLayer& layer : post) EXPECT_NEAR(layer.residual, 8, 1e-2) << "the root of the width";
}

}  // namespace
}  // namespace engine
