// sampling.h: how the next token is chosen from the logits of what comes next.
#pragma once

#include <optional>
#include <vector>

#include "engine/core/matrix.h"
#include "engine/core/result.h"

namespace engine {

struct Sampling {
  bool greedy = true;      // always the most probable; the rest is for drawing one
  double temperature = 1;  // divides the logits
  Index top_k = 0;         // only the k most probable; 0: all
  double top_p = 1;        // of those, the fewest that together have this probability (Holtzman et al. 2020)
  uint64_t seed = 0;

  bool operator==(const Sampling&) const = default;
};

// Errors: error.sample_temperature (value), error.top_p (value), error.top_k (value).
std::optional<Error> check(const Sampling& sampling);

// What a token is drawn from: the softmax of logits / temperature, 0 for those that top_k and top_p leave
// out, the rest sharing all of it. Greedy: 1 for the most probable, the first of equals.
std::vector<double> sampling_distribution(const Eigen::RowVectorXf& logits, const Sampling& sampling);

// The token drawn from such a distribution as number `step` of the sampling's seed: the same each time.
Index draw_token(const std::vector<double>& distribution, const Sampling& sampling, uint64_t step);

// A token that was chosen, and how probable it was.
struct Generated {
  Index token = 0;         // number in the vocabulary
  double probability = 0;  // by the model: the softmax of its logits
  double chance = 0;       // in what it was drawn from, by temperature, top-k and top-p
};

// Chooses the token that follows, as number `step` of the sampling's seed.
Generated choose_token(const Eigen::RowVectorXf& logits, const Sampling& sampling, uint64_t step);

}  // namespace engine
