// sampling.h: how the next token is chosen from its logits.
#pragma once

#include <optional>
#include <vector>

#include "engine/core/matrix.h"
#include "engine/core/result.h"

namespace engine {

struct RuledLogits;

struct Sampling {
  bool greedy = true;      // always the most probable; the rest applies to sampling
  double temperature = 1;  // divides the logits
  Index top_k = 0;         // only the k most probable; 0: all
  double top_p = 1;        // of those, the smallest set with this total probability (Holtzman et al. 2020)
  uint64_t seed = 0;

  bool operator==(const Sampling&) const = default;
};

// Errors: error.sample_temperature (value), error.top_p (value), error.top_k (value).
std::optional<Error> check(const Sampling& sampling);

// The distribution to sample from: the softmax of logits / temperature, 0 for tokens excluded by top_k and
// top_p, the rest renormalised. Greedy: 1 for the most probable, the first of equals. All zeros if every
// logit is -inf.
std::vector<double> sampling_distribution(const Eigen::RowVectorXf& logits, const Sampling& sampling);

// Draw number `step` from such a distribution, by the sampling's seed: the same each time.
Index draw_token(const std::vector<double>& distribution, const Sampling& sampling, uint64_t step);

// A chosen token, and its probability.
struct Generated {
  Index token = 0;         // id in the vocabulary
  double probability = 0;  // according to the model: the softmax of its logits
  double chance = 0;       // in the sampled distribution, after rules, temperature, top-k and top-p
};

// Chooses the next token, as draw number `step` of the sampling's seed.
Generated choose_token(const Eigen::RowVectorXf& logits, const Sampling& sampling, uint64_t step);
// The same from logits that rules changed, unless those leave none; the probability is that of the model's
// own.
Generated choose_token(const Eigen::RowVectorXf& logits, const RuledLogits& ruled, const Sampling& sampling,
                       uint64_t step);

}  // namespace engine
