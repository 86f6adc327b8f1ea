// cost.h: the counted cost of each attention method: operations and memory, by length.
#pragma once

#include "engine/attention/efficient/method.h"

namespace engine {

// One head: L queries, T keys.
struct HeadShape {
  Index queries = 1;
  Index keys = 1;
  Index d_k = 16;
  Index d_v = 16;
  bool causal = false;
};

// The approximate cost of one map value from score to weight (scaled, masked, exponentiated, summed,
// divided), in multiply-adds of a product. The same for a feature, which is an exponential or a sine or
// cosine.
inline constexpr double kOperationsPerMapNumber = 16;

struct MethodCost {
  double operations = 0;  // multiply-adds
  double bytes = 0;       // held at once besides Q, K, V and the output, in 32-bit floating point
};

// What one head takes from Q, K and V to its output, counted as in the method's paper, for this program's
// implementation: the exact method holds two maps (scores and weights), every other one no map at all. Does
// not count what a causal mask would allow it to skip; counts what it adds.
MethodCost method_cost(const AttentionMethod& method, const HeadShape& shape);

}  // namespace engine
