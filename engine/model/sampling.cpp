// sampling.cpp: greedy, temperature, top-k, top-p.
#include "engine/model/sampling.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/core/number_text.h"
#include "engine/core/random.h"
#include "engine/model/generation_rules.h"

namespace engine {
namespace {

void normalise(std::vector<double>& distribution) {
  const double sum = std::accumulate(distribution.begin(), distribution.end(), 0.0);
  for (double& probability : distribution) probability /= sum;
}

std::vector<double> softmax(const Eigen::RowVectorXf& logits, double temperature) {
  std::vector<double> distribution;
  const double peak = logits.maxCoeff();
  for (const float logit : logits) distribution.push_back(std::exp((logit - peak) / temperature));
  normalise(distribution);
  return distribution;
}

}  // namespace

std::optional<Error> check(const Sampling& sampling) {
  if (!(sampling.temperature >= 1e-3 && sampling.temperature <= 1e3))
    return Error{"error.sample_temperature", {{"value", significant_digits(sampling.temperature)}}};
  if (!(sampling.top_p > 0 && sampling.top_p <= 1))
    return Error{"error.top_p", {{"value", significant_digits(sampling.top_p)}}};
  if (sampling.top_k < 0) return Error{"error.top_k", {{"value", std::to_string(sampling.top_k)}}};
  return std::nullopt;
}

std::vector<double> sampling_distribution(const Eigen::RowVectorXf& logits, const Sampling& sampling) {
  if (logits.maxCoeff() == -std::numeric_limits<float>::infinity())
    return std::vector<double>(static_cast<size_t>(logits.size()), 0);
  std::vector<double> distribution = softmax(logits, sampling.greedy ? 1 : sampling.temperature);
  std::vector<size_t> order(distribution.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return distribution[a] > distribution[b]; });
  size_t kept = order.size();
  if (sampling.greedy) {
    kept = 1;
  } else {
    if (sampling.top_k > 0) kept = std::min(kept, static_cast<size_t>(sampling.top_k));
    for (size_t i = kept; i < order.size(); ++i) distribution[order[i]] = 0;
    normalise(distribution);
    double sum = 0;
    for (size_t i = 0; i < kept && sampling.top_p < 1; ++i) {
      sum += distribution[order[i]];
      if (sum >= sampling.top_p) kept = i + 1;
    }
  }
  for (size_t i = kept; i < order.size(); ++i) distribution[order[i]] = 0;
  normalise(distribution);
  return distribution;
}

Index draw_token(const std::vector<double>& distribution, const Sampling& sampling, uint64_t step) {
  const auto most = std::max_element(distribution.begin(), distribution.end());
  if (sampling.greedy) return most - distribution.begin();
  const double at = RandomStream(sampling.seed, "sample").uniform(step);
  double sum = 0;
  for (size_t i = 0; i < distribution.size(); ++i) {
    sum += distribution[i];
    if (at < sum) return static_cast<Index>(i);
  }
  return most - distribution.begin();
}

Generated choose_token(const Eigen::RowVectorXf& logits, const Sampling& sampling, uint64_t step) {
  return choose_token(logits, {logits, {}}, sampling, step);
}

Generated choose_token(const Eigen::RowVectorXf& logits, const RuledLogits& ruled, const Sampling& sampling,
                       uint64_t step) {
  const auto drawn_from = sampling_distribution(ruled.logits, sampling);
  const Index token = draw_token(drawn_from, sampling, step);
  const auto at = static_cast<size_t>(token);
  return {token, softmax(logits, 1).at(at), drawn_from.at(at)};
}

}  // namespace engine
