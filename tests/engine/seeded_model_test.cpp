// Seeded weights: the same on every machine, and one thing at a time.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "engine/core/random.h"
#include "tests/engine/traces.h"

namespace engine {
namespace {

TEST(RandomStream, HasTheseNumbersOnEveryPlatform) {
  // From an independent program in Python; multiples of 2^-24.
  EXPECT_EQ(RandomStream(0, "").uniform(0), 881299 * 0x1p-24f);
  EXPECT_EQ(RandomStream(0, "").uniform(1), 7753438 * 0x1p-24f);
  EXPECT_EQ(RandomStream(7, "encoder.0.self.head.2.wq").uniform(0), 14707799 * 0x1p-24f);
  EXPECT_EQ(RandomStream(7, "encoder.0.self.head.2.wq").uniform(1000000), 13102521 * 0x1p-24f);
  EXPECT_EQ(RandomStream(~0ULL, "貓").uniform(5), 6116905 * 0x1p-24f);
}

TEST(RandomStream, IsUniformInItsRange) {
  const RandomStream stream(3, "range");
  constexpr int kCount = 100'000;
  constexpr int kBins = 16;
  std::array<int, kBins> bins{};
  double sum = 0;
  for (int i = 0; i < kCount; ++i) {
    const float value = stream.uniform(static_cast<uint64_t>(i));
    ASSERT_GE(value, 0.0f);
    ASSERT_LT(value, 1.0f);
    ++bins.at(static_cast<size_t>(value * kBins));
    sum += value;
  }
  EXPECT_NEAR(sum / kCount, 0.5, 0.004);  // 4 standard errors
  for (const int count : bins) EXPECT_NEAR(count, kCount / kBins, 320);
}

TEST(RandomStream, OtherSeedsNamesAndCountersAreOtherNumbers) {
  const RandomStream stream(1, "a");
  EXPECT_NE(stream.uniform(0), stream.uniform(1));
  EXPECT_NE(stream.uniform(0), RandomStream(2, "a").uniform(0));
  EXPECT_NE(stream.uniform(0), RandomStream(1, "b").uniform(0));
}

TEST(RandomStream, NeighbouringSeedsAreUncorrelated) {
  double product = 0;
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    product += RandomStream(seed, "x").symmetric(0) * RandomStream(seed + 1, "x").symmetric(0);
  }
  EXPECT_NEAR(product / 10'000, 0, 0.0134);  // 4 standard errors of a product of variance 1/9
}

TEST(SeededModel, HasTheseNumbersOnEveryPlatform) {
  const auto model = make_seeded_model(seeded_config(20, 3, 5, 8));
  const auto row = model->embedding("貓");
  EXPECT_EQ(row(0), -0x1.147dcap-2f);
  EXPECT_EQ(row(1), -0x1.ff412ep-5f);
  EXPECT_EQ(row(3), -0x1.674c74p-3f);
  const Matrix wq = model->weights().encoder.at(0).self.wq.matrix();
  EXPECT_EQ(wq(10, 0), 0x1.3f624ep-2f);  // first row of head 2
  EXPECT_EQ(wq(10, 2), -0x1.c90422p-4f);
  EXPECT_EQ(model->weights().encoder.at(0).self.wo.at(0, 1), 0x1.061a8cp-2f);
}

TEST(SeededModel, TheSameSeedGivesTheSameNumbers) {
  const Config config = seeded_config(20, 3, 5, 8, 42);
  const auto first = run({"a", "b"}, config);
  const auto second = run({"a", "b"}, config);
  for (const Stage& stage : first->stages()) {
    EXPECT_EQ(numbers_of(*first, stage.address), numbers_of(*second, stage.address)) << stage.address;
  }
  EXPECT_NE(numbers_of(*first, "embedding"),
            numbers_of(*run({"a", "b"}, seeded_config(20, 3, 5, 8, 43)), "embedding"));
}

TEST(SeededModel, TheSameTokenHasTheSameVectorInAnotherSentence) {
  const Config config = seeded_config(20, 3, 5, 8);
  const Matrix here = numbers_of(*run({"the", "cat"}, config), "embedding");
  const Matrix there = numbers_of(*run({"a", "dog", "saw", "cat"}, config), "embedding");
  EXPECT_EQ(here.row(1), there.row(3));
  EXPECT_NE(here.row(1), there.row(1));
}

TEST(SeededModel, EmbeddingsHaveUnitLengthAndGrowByTheRootOfTheirWidth) {
  Config config = seeded_config(64, 4, 16, 16);
  std::vector<std::string> tokens;
  for (int i = 0; i < 50; ++i) tokens.push_back("word" + std::to_string(i));
  const Matrix scaled = numbers_of(*run(tokens, config), "embedding");
  config.embedding_scale = false;
  const Matrix plain = numbers_of(*run(tokens, config), "embedding");
  EXPECT_NEAR(plain.rowwise().norm().mean(), 1.0, 0.05);
  EXPECT_TRUE(scaled.isApprox(8 * plain, 1e-6f));
}

TEST(SeededModel, WeightsFillXaviersRange) {
  const auto model = make_seeded_model(seeded_config(64, 4, 16, 16));
  const float bound = std::sqrt(6.0f / (64 + 64));
  for (const auto& weight : {model->weights().encoder.at(0).self.wq, model->weights().encoder.at(0).self.wk,
                             model->weights().encoder.at(0).self.wv}) {
    EXPECT_LE(weight.matrix().cwiseAbs().maxCoeff(), bound);
    EXPECT_GE(weight.matrix().cwiseAbs().maxCoeff(), 0.99f * bound);
  }
  EXPECT_NE(model->weights().encoder.at(0).self.wq.matrix(), model->weights().encoder.at(0).self.wk.matrix());
}

TEST(SeededModel, WidthsOfKeysAndValuesAreIndependent) {
  const auto trace = run({"a", "b", "c"}, seeded_config(20, 3, 5, 8));
  const auto shape = [&](const std::string& address) {
    const Stage& stage = trace->stage(stage_index(*trace, address));
    return std::pair(stage.rows, stage.columns);
  };
  EXPECT_EQ(shape(head_address(0, "q")), std::pair(Index{3}, Index{5}));
  EXPECT_EQ(shape(head_address(0, "v")), std::pair(Index{3}, Index{8}));
  EXPECT_EQ(shape("encoder.0.self.concat"), std::pair(Index{3}, Index{24}));
  EXPECT_EQ(shape("encoder.0.self.wo"), std::pair(Index{20}, Index{24}));
  EXPECT_EQ(shape("encoder.0.self.output"), std::pair(Index{3}, Index{20}));
}

TEST(SameModel, LooksOnlyAtWhatChangesTheParameters) {
  const Config seeded = seeded_config(20, 3, 5, 8);
  Config other = seeded;
  other.causal = true;
  other.temperature = 2;
  other.base = 7;
  EXPECT_TRUE(same_model(seeded, other));
  other.seed = 8;
  EXPECT_FALSE(same_model(seeded, other));
  EXPECT_FALSE(same_model(seeded, Config{}));
  Config crafted;
  crafted.seed = 9;
  EXPECT_TRUE(same_model(crafted, Config{}));
}

}  // namespace
}  // namespace engine
