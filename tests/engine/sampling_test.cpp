// Choosing the next token.
#include "engine/model/sampling.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace engine {
namespace {

Eigen::RowVectorXf logits() {
  Eigen::RowVectorXf row(5);
  row << 1, 3, 2, -1, 3;
  return row;
}

double sum(const std::vector<double>& distribution) {
  return std::accumulate(distribution.begin(), distribution.end(), 0.0);
}

int kept(const std::vector<double>& distribution) {
  return static_cast<int>(
      std::count_if(distribution.begin(), distribution.end(), [](double p) { return p > 0; }));
}

TEST(Sampling, AlwaysSharesAllOfIt) {
  for (const Sampling& sampling :
       {Sampling{}, Sampling{.greedy = false}, Sampling{.greedy = false, .temperature = 0.3},
        Sampling{.greedy = false, .top_k = 2}, Sampling{.greedy = false, .top_p = 0.6},
        Sampling{.greedy = false, .temperature = 4, .top_k = 3, .top_p = 0.5}}) {
    EXPECT_NEAR(sum(sampling_distribution(logits(), sampling)), 1, 1e-12);
  }
}

TEST(Sampling, GreedyTakesTheFirstOfTheMostProbable) {
  const auto distribution = sampling_distribution(logits(), {});
  EXPECT_EQ(distribution, (std::vector<double>{0, 1, 0, 0, 0}));
  EXPECT_EQ(draw_token(distribution, {}, 7), 1);
}

TEST(Sampling, TopKAndTopPKeepTheMostProbable) {
  EXPECT_EQ(kept(sampling_distribution(logits(), {.greedy = false, .top_k = 2})), 2);
  EXPECT_EQ(kept(sampling_distribution(logits(), {.greedy = false, .top_k = 99})), 5);
  const auto model = sampling_distribution(logits(), {.greedy = false});
  EXPECT_EQ(kept(sampling_distribution(logits(), {.greedy = false, .top_p = model[1]})), 1);
  EXPECT_EQ(kept(sampling_distribution(logits(), {.greedy = false, .top_p = 1.5 * model[1]})), 2);
  EXPECT_GT(sampling_distribution(logits(), {.greedy = false, .top_k = 2})[4], 0.499);
}

TEST(Sampling, AHighTemperatureIsFlatAndALowOneSharp) {
  const auto flat = sampling_distribution(logits(), {.greedy = false, .temperature = 100});
  EXPECT_NEAR(flat[3] / flat[1], std::exp(-0.04), 1e-6);
  const auto sharp = sampling_distribution(logits(), {.greedy = false, .temperature = 0.01});
  EXPECT_NEAR(sharp[1], 0.5, 1e-12);
}

TEST(Sampling, DrawsTheSameWithOneSeedAndFollowsTheDistribution) {
  const Sampling sampling{.greedy = false, .seed = 3};
  const auto distribution = sampling_distribution(logits(), sampling);
  std::vector<double> counts(5);
  for (uint64_t i = 0; i < 20'000; ++i)
    counts[static_cast<size_t>(draw_token(distribution, sampling, i))] += 1;
  for (size_t i = 0; i < 5; ++i) {
    const double error = 4 * std::sqrt(distribution[i] * (1 - distribution[i]) / 20'000);
    EXPECT_NEAR(counts[i] / 20'000, distribution[i], error) << i;
  }
  EXPECT_EQ(draw_token(distribution, sampling, 11), draw_token(distribution, sampling, 11));
}

TEST(Sampling, SettingsThatMakeNoSenseAreRefused) {
  EXPECT_FALSE(check(Sampling{}).has_value());
  EXPECT_EQ(check(Sampling{.temperature = 0})->key, "error.sample_temperature");
  EXPECT_EQ(check(Sampling{.temperature = std::nan("")})->key, "error.sample_temperature");
  EXPECT_EQ(check(Sampling{.top_p = 0})->key, "error.top_p");
  EXPECT_EQ(check(Sampling{.top_p = 1.01})->key, "error.top_p");
  EXPECT_EQ(check(Sampling{.top_k = -1})->key, "error.top_k");
}

}  // namespace
}  // namespace engine
