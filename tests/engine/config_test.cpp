// Settings that make no sense are refused, each with its reason.
#include "engine/model/config.h"

#include <gtest/gtest.h>

#include <cmath>

namespace engine {
namespace {

Input tokens(size_t count) {
  return single_input({std::vector<std::string>(count, "t"), std::vector<bool>(count, false)});
}

std::string reason(const Config& config, size_t n_tokens = 4) {
  const auto bad = check(config, tokens(n_tokens));
  return bad ? bad->key : "";
}

std::string argument(const Error& error, const std::string& name) {
  for (const auto& [key, value] : error.arguments) {
    if (key == name) return value;
  }
  return "(none)";
}

Config seeded() {
  Config config;
  config.model = ModelKind::kSeeded;
  return config;
}

TEST(Config, TheDefaultsMakeSense) {
  EXPECT_EQ(reason({}), "");
  EXPECT_EQ(reason(seeded()), "");
}

TEST(Config, ASizeOutsideItsRangeIsNamed) {
  const auto refuse = [](Index Config::*size, const std::string& name, Index value) {
    Config config = seeded();
    config.*size = value;
    const auto bad = check(config);
    ASSERT_TRUE(bad.has_value()) << name << " " << value;
    EXPECT_EQ(bad->key, "error.size");
    EXPECT_EQ(argument(*bad, "name"), name);
    EXPECT_EQ(argument(*bad, "value"), std::to_string(value));
  };
  for (const Index value : {Index{0}, Index{-1}, kMaxWidth + 1, Index{1} << 62}) {
    refuse(&Config::d_model, "d_model", value);
    refuse(&Config::n_heads, "heads", value);
    refuse(&Config::d_k, "d_k", value);
    refuse(&Config::d_v, "d_v", value);
  }
}

TEST(Config, TheSmallestAndTheWidestAreAllowed) {
  Config config = seeded();
  config.d_model = config.n_heads = config.d_k = config.d_v = 1;
  EXPECT_EQ(reason(config, 1), "");
  config.d_model = kMaxWidth;
  EXPECT_EQ(reason(config, 1), "");
}

TEST(Config, TheCraftedModelHasOneSize) {
  for (const auto size : {&Config::d_model, &Config::n_heads, &Config::d_k, &Config::d_v}) {
    Config config;
    config.*size += 1;
    EXPECT_EQ(reason(config), "error.crafted_size");
    config.model = ModelKind::kSeeded;
    EXPECT_EQ(reason(config), "");
  }
}

TEST(Config, ABaseOrTemperatureThatIsNoSensibleNumberIsRefused) {
  for (const double bad : {0.0, -1.0, 1e300, std::nan(""), HUGE_VAL}) {
    Config config;
    config.base = bad;
    EXPECT_EQ(reason(config), "error.base") << bad;
    config.base = 1;
    config.temperature = bad;
    EXPECT_EQ(reason(config), "error.temperature") << bad;
  }
}

TEST(Config, TheNumberOfTokensHasLimits) {
  EXPECT_EQ(reason({}, 0), "error.no_tokens");
  EXPECT_EQ(reason({}, 1), "");
  EXPECT_EQ(reason({}, static_cast<size_t>(kMaxTokens)), "");
  const auto bad = check(Config{}, tokens(static_cast<size_t>(kMaxTokens) + 1));
  ASSERT_TRUE(bad.has_value());
  EXPECT_EQ(bad->key, "error.too_many_tokens");
  EXPECT_EQ(argument(*bad, "count"), "16385");
  EXPECT_EQ(argument(*bad, "largest"), "16384");
}

TEST(Config, MorePositionsAreOfferedOnlyWhereTheyCanBeHad) {
  Config config = seeded();
  config.positions = PositionKind::kLearned;
  config.context = 3;
  EXPECT_EQ(reason(config), "error.beyond_positions");
  config.model = ModelKind::kCheckpoint;
  EXPECT_EQ(reason(config), "error.beyond_trained_positions");
}

TEST(Config, WhatWouldNotFitInMemoryIsRefusedBeforeItIsTried) {
  Config weights = seeded();
  weights.d_model = weights.d_k = weights.d_v = kMaxWidth;
  weights.n_heads = kMaxHeads;
  EXPECT_EQ(check(weights)->key, "error.too_large");
  Config maps = seeded();
  maps.architecture = Architecture::kEncoder;
  maps.encoder_layers = 24;
  maps.d_model = 1024;
  maps.n_heads = 16;
  maps.d_k = maps.d_v = 64;
  EXPECT_FALSE(check(maps).has_value());
  EXPECT_EQ(reason(maps, static_cast<size_t>(kMaxTokens)), "error.too_large");
  // A long sequence fits where its maps need not be kept.
  EXPECT_GT(estimate_full_bytes(maps, tokens(1024)), kMaxBytes);
  EXPECT_EQ(reason(maps, 1024), "");
}

TEST(Config, ATypedNumberInAMapTakesTheWholeMap) {
  Config config = seeded();
  EXPECT_EQ(reason(config, static_cast<size_t>(kMaxTokens)), "");
  config.edits = {{"encoder.0.self.head.1.scaled", {{3, 5, 0.25}}}};
  EXPECT_EQ(reason(config, static_cast<size_t>(kMaxTokens)), "error.too_large");
  EXPECT_EQ(reason(config, 1000), "");
}

TEST(Config, EstimatedWorkGrowsWithEverySize) {
  const double small = estimate_operations(seeded(), tokens(12));
  EXPECT_GT(small, 0);
  EXPECT_GT(estimate_operations(seeded(), tokens(24)), 2 * small);
  Config wide = seeded();
  wide.d_model *= 2;
  EXPECT_GT(estimate_operations(wide, tokens(12)), small);
}

// Shaw et al. 2018, sec. 3.2: a vector of each head for each distance, up to the farthest in both directions.
TEST(Config, WeightsOfDistancesAreCountedForEveryHeadAndLayer) {
  Config config = seeded();
  config.relative_distance = 5;
  const auto of_distances = [&] {
    config.positions = PositionKind::kNone;
    const double without = count_weights(config);
    config.positions = PositionKind::kShaw;
    return count_weights(config) - without;
  };
  const auto of_a_layer = static_cast<double>(config.n_heads * 11 * config.d_k);
  EXPECT_EQ(of_distances(), of_a_layer);
  config.architecture = Architecture::kTransformer;
  config.encoder_layers = 3;
  config.decoder_layers = 2;
  EXPECT_EQ(of_distances(), 5 * of_a_layer);
}

TEST(Config, ABiasByDistanceTakesTwoMapsMoreOfEveryHead) {
  constexpr size_t kLength = 100;
  Config config = seeded();
  config.positions = PositionKind::kNone;
  const double without = estimate_full_bytes(config, tokens(kLength));
  config.positions = PositionKind::kAlibi;
  const double maps = 2.0 * static_cast<double>(config.n_heads) * kLength * kLength;
  EXPECT_EQ(estimate_full_bytes(config, tokens(kLength)) - without, maps * sizeof(float));
}

TEST(Config, ANudgeIsOfARowThatItsSublayerReads) {
  Config config = seeded();
  config.architecture = Architecture::kTransformer;
  const Input input =
      single_input({{"a", "b", "c"}, {false, false, false}}, Sequence{{"d", "e"}, {false, false}});
  const auto last = [&](const char* sublayer, Index row) {
    config.nudge = Nudge{sublayer, row};
    const auto bad = check(config, input);
    return bad && bad->key == "error.nudge_row" ? argument(*bad, "last") : "";
  };
  EXPECT_EQ(last("encoder.0.ffn", 2), "");
  EXPECT_EQ(last("encoder.0.ffn", 3), "2");
  EXPECT_EQ(last("decoder.0.cross", 1), "");
  EXPECT_EQ(last("decoder.1.cross", 2), "1");
}

}  // namespace
}  // namespace engine
