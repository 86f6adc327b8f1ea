// spread.h: how far scores spread, and how sharp softmax makes their weights.
// Vaswani et al. 2017, sec. 3.2.1, footnote 4: unit-variance queries and keys give scores of variance d_k.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/core/trace.h"

namespace engine {

// Of the finite values of a stage, about their mean; 0 if there are none.
double variance_of(const Trace& trace, int stage);

// -Σ w ln w of each row, in nats: 0 if one key has everything, ln n if n keys share evenly.
std::vector<double> row_entropies(const Trace& trace, int weights_stage);

// The mean over the rows of their largest value.
double mean_peak(const Trace& trace, int weights_stage);

// Measurements at one width of a head, with the scores as they are and divided by sqrt(d_k).
struct SpreadPoint {
  struct Way {
    double variance = 0;  // of the scores
    double entropy = 0;   // of a row of softmax, in nats; mean over the draws
    double peak = 0;      // the largest weight of a row; mean over the draws
  };
  Index d_k = 0;
  Way plain, scaled;
};

// Draws `draws` queries and, for each, `keys` keys, with uniform values of mean 0 and variance 1, for each
// width.
std::vector<SpreadPoint> measure_spread(std::span<const Index> widths, Index keys, Index draws,
                                        uint64_t seed);

}  // namespace engine
