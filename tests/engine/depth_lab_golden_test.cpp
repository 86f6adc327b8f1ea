// The depth lab in float32 against PyTorch in float64: five stacks with the same weights, and every path.
// Refresh the numbers: /usr/bin/python3 tests/tools/depth_lab_goldens.py tests/golden/engine
#include <gtest/gtest.h>

#include <iterator>
#include <sstream>

#include "engine/labs/depth/depth_lab.h"
#include "tests/engine/goldens.h"

namespace engine {
namespace {

DepthLab lab_of(const GoldenJson& setting) {
  return {.is_on = true,
          .layers = setting["layers"].get<Index>(),
          .heads = setting["heads"].get<Index>(),
          .window = setting["window"].get<Index>(),
          .value_gain = setting["value_gain"].get<double>(),
          .score_gain = setting["score_gain"].get<double>(),
          .seed = setting["seed"].get<uint64_t>()};
}

TEST(DepthLabGolden, EveryStageAgreesWithPyTorch) {
  const auto names = goldens_of_kind("depth lab");
  EXPECT_EQ(names.size(), 2U);
  for (const std::string& name : names) {
    const GoldenJson golden = read_golden(name);
    Config config = seeded_config(6, 2, 3, 3);
    depth_lab_of(config) = lab_of(golden["setting"]);
    std::istringstream text(golden["text"].get<std::string>());
    const std::vector<std::string> words{std::istream_iterator<std::string>(text), {}};
    // Rounding is told apart from what rows still differ by: sizes are at least a thousandth of the whole.
    EXPECT_EQ(first_difference(*run(words, config), golden["stages"], std::identity{}, 1e-4), "") << name;
    EXPECT_GT(golden["stages"].size(), 40U);
  }
}

}  // namespace
}  // namespace engine
