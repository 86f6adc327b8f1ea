// What `headlight depth` measures, in float32, against PyTorch's autograd in float64 with the same weights.
// Refresh the numbers: /usr/bin/python3 tests/tools/depth_goldens.py tests/golden/engine
#include <gtest/gtest.h>

#include <array>

#include "engine/gradients/depth.h"
#include "tests/engine/goldens.h"

namespace engine {
namespace {

DepthSetting setting_of(const GoldenJson& drawn) {
  const auto norm = drawn["norm"].get<std::string>();
  const auto stack = drawn["stack"].get<std::string>();
  return {.norm = norm == "post"  ? NormOrder::kPost
                  : norm == "pre" ? NormOrder::kPre
                                  : NormOrder::kB2T,
          .layers = static_cast<Index>(drawn["layers"].size()),
          .stack = stack == "encoder"   ? DepthStack::kEncoder
                   : stack == "decoder" ? DepthStack::kDecoder
                                        : DepthStack::kEncoderDecoder};
}

TEST(DepthGolden, EveryLayerOfEveryDrawAgreesWithPyTorch) {
  const auto names = goldens_of_kind("depth");
  ASSERT_EQ(names.size(), 1U);
  const GoldenJson golden = read_golden(names.front());
  EXPECT_EQ(golden["cases"].size(), 18U);
  for (const GoldenJson& drawn : golden["cases"]) {
    const DepthSetting setting = setting_of(drawn);
    const auto layers = measure_draw(setting, drawn["draw"].get<uint64_t>());
    ASSERT_EQ(layers.size(), drawn["layers"].size());
    for (size_t i = 0; i < layers.size(); ++i) {
      const auto expected = drawn["layers"][i].get<std::array<double, 5>>();
      const std::array made = {layers[i].weight_gradient, layers[i].output_gradient, layers[i].residual,
                               layers[i].self_gradient, layers[i].cross_gradient};
      for (size_t number = 0; number < made.size(); ++number)
        EXPECT_NEAR(made.at(number), expected.at(number), 1e-4 * expected.at(number))
            << drawn["norm"] << " " << drawn["stack"] << " " << drawn["draw"] << ": number " << number
            << " of layer " << i;
    }
  }
}

}  // namespace
}  // namespace engine
