// A change of a mask costs only what lies below it.
#include "engine/model/mask_changes.h"

#include <gtest/gtest.h>

#include "tests/engine/traces.h"

namespace engine {
namespace {

Input text_of(size_t length) {
  return single_input({std::vector<std::string>(length, "t"), std::vector<bool>(length, false)});
}

Config painted(Config config, const std::string& attention) {
  config.painted = {{attention, {{0, 1, 1, 1, kHide}}}};
  return config;
}

TEST(MaskChange, KeepsQueriesKeysValuesAndScores) {
  const Config config = seeded_config(64, 8, 8, 8);
  const Input input = text_of(256);
  const double all = estimate_operations(config, input);
  // 256 tokens times 64 by 3 * 64, and 8 heads of 256 by 256 by 8.
  const double kept = 256.0 * 64 * 192 + 8.0 * 256 * 256 * 8;
  EXPECT_EQ(estimate_below_masks(painted(config, "encoder.0.self"), input, config), all - kept);
  EXPECT_EQ(estimate_below_masks(config, input, painted(config, "encoder.0.self.head.3")), all - kept);
}

TEST(MaskChange, KeepsTheLayersBeforeIt) {
  Config config = seeded_config(64, 8, 8, 8);
  config.architecture = Architecture::kEncoder;
  config.encoder_layers = 6;
  const Input input = text_of(256);
  const auto cost = [&](const Config& now) { return estimate_below_masks(now, input, config); };
  const double first = cost(painted(config, "encoder.0.self"));
  const double last = cost(painted(config, "encoder.5.self.head.1"));
  EXPECT_LT(last, first / 5);
  Config pattern = painted(config, "encoder.5.self");
  pattern.pattern.kind = PatternKind::kWindow;
  EXPECT_EQ(cost(pattern), first) << "a pattern is every layer's";
}

TEST(MaskChange, OfADecoderKeepsTheEncoder) {
  Config config = seeded_config(64, 8, 8, 8);
  config.architecture = Architecture::kTransformer;
  Input input = text_of(128);
  input.examples.front().target = Sequence{{"t", "t"}, {false, false}};
  const double all = estimate_operations(config, input);
  const double last = estimate_below_masks(painted(config, "decoder.1.cross"), input, config);
  EXPECT_LT(last, all / 10);
  EXPECT_GT(last, 0);
}

}  // namespace
}  // namespace engine
