// Gradients in float32 against PyTorch's autograd in float64, stage by stage and weight by weight.
#include <gtest/gtest.h>

#include "engine/gradients/gradient_stages.h"
#include "tests/engine/stack_goldens.h"

namespace engine {
namespace {

std::shared_ptr<const Trace> run_gradients(const GoldenJson& golden) {
  const GoldenJson stack = read_golden(golden["stack"].get<std::string>());
  const auto target = parse_target(golden["target"].get<std::string>());
  EXPECT_TRUE(target.ok());
  const auto made = with_gradients(*run_stack(stack), config_of(stack), {.target = *target});
  EXPECT_TRUE(made.ok()) << made.error().key;
  return *made;
}

TEST(GradientGolden, EveryGradientAgreesWithPyTorch) {
  const auto names = goldens_of_kind("gradients");
  EXPECT_EQ(names.size(), 9U);
  for (const std::string& name : names) {
    const GoldenJson golden = read_golden(name);
    EXPECT_EQ(first_difference(*run_gradients(golden), golden["stages"], std::identity{}, 1e-4), "") << name;
  }
}

// But for embeddings and tokens, which stand before what a golden begins with, and the keys' biases, whose
// gradient is 0 (gradients_test.cpp).
TEST(GradientGolden, NoGradientIsWithoutAGolden) {
  for (const std::string& name : goldens_of_kind("gradients")) {
    const GoldenJson golden = read_golden(name);
    const auto trace = run_gradients(golden);
    for (const Stage& stage : trace->stages()) {
      const bool is_layer =
          stage.address.starts_with("gradient.encoder.") || stage.address.starts_with("gradient.decoder.");
      const bool is_part = stage.address.find(".from.") != std::string::npos;
      if (!is_layer || is_part || ends_in(stage.address, "mask") || ends_in(stage.address, "bk")) continue;
      EXPECT_TRUE(golden["stages"].contains(stage.address)) << name << ": " << stage.address;
    }
  }
}

}  // namespace
}  // namespace engine
