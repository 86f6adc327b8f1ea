// Claims about every way of computing attention: its map in force makes its output.
#include "tests/engine/efficient.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/core/band_cache.h"

namespace engine {
namespace {

TEST(EveryAttention, ItsWeightsTimesTheValuesAreItsOutput) {
  for (const MethodCase& method : method_cases()) {
    const auto trace = run_words(method.config);
    const Matrix weights = numbers_of(*trace, head_address(1, "weights"));
    const int output = stage_index(*trace, head_address(1, "output"));
    const std::string values =
        method.config.attention.kind == AttentionKind::kLambda ? head_address(0, "v") : head_address(1, "v");
    const Matrix expected = weights * numbers_of(*trace, values);
    const Matrix made = numbers_of(*trace, trace->stage(output).address);
    EXPECT_TRUE(made.allFinite()) << method.name;
    EXPECT_LE(largest_gap(made, expected), 1e-5 * (1 + expected.cwiseAbs().maxCoeff())) << method.name;
  }
}

TEST(EveryAttention, ShowsTheExactMapAndTheDifference) {
  for (const MethodCase& method : method_cases()) {
    if (method.config.attention.kind == AttentionKind::kExact) continue;
    Config exact = method.config;
    exact.attention.kind = AttentionKind::kExact;
    const auto trace = run_words(method.config);
    const Matrix expected = numbers_of(*run_words(exact), head_address(0, "weights"));
    EXPECT_EQ(numbers_of(*trace, head_address(0, "exact")), expected) << method.name;
    const Matrix weights = numbers_of(*trace, head_address(0, "weights"));
    EXPECT_EQ(numbers_of(*trace, head_address(0, "difference")), weights - expected) << method.name;
  }
}

TEST(EveryAttention, OfOneTokenWorks) {
  for (const MethodCase& method : method_cases()) {
    if (method.config.attention.rank > 1) continue;
    const auto trace = run({"alone"}, method.config);
    EXPECT_TRUE(numbers_of(*trace, head_address(0, "output")).allFinite()) << method.name;
  }
}

TEST(EveryAttention, HidesPaddingAndTheFuture) {
  for (const MethodCase& method : method_cases()) {
    const auto trace = run_words(method.config);
    const Matrix weights = numbers_of(*trace, head_address(1, "weights"));
    for (Index i = 0; i < weights.rows(); ++i) {
      for (Index j = 0; j < weights.cols(); ++j) {
        const bool is_padding = method.config.mask_padding && kSomePadding[static_cast<size_t>(j)];
        const bool is_hidden = is_padding || (method.config.causal && j > i);
        EXPECT_TRUE(!is_hidden || weights(i, j) == 0) << method.name;
      }
    }
  }
}

TEST(EveryAttention, OfALongInputHoldsNoMapInARecomputingTrace) {
  constexpr size_t kLength = 4096;
  for (const MethodRow& row : attention_methods()) {
    Config config = seeded_config(16, 1, 16, 16);
    config.attention.kind = row.kind;
    config.attention.features = 32;
    const auto model = make_model(config);
    const auto trace =
        forward(*model, single_input(unnamed(kLength)), config, {}, nullptr, {.recompute = true});
    EXPECT_LT(trace->bytes(), kLength * kLength * sizeof(float) / 4) << row.name;
    EXPECT_TRUE(numbers_of(*trace, head_address(0, "output")).allFinite()) << row.name;
  }
}

}  // namespace
}  // namespace engine
