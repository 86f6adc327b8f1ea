// cost.h: what a way of computing attention takes, counted: operations and memory, by length.
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

// One number of a map takes about so many multiply-adds of a product on its way from score to weight: scaled,
// masked, e to it, summed, divided. So does a feature, which is e or a wave of a number.
inline constexpr double kOperationsPerMapNumber = 16;

struct MethodCost {
  double operations = 0;  // multiply-adds
  double bytes = 0;       // held at once beside Q, K, V and the output, in 32-bit floating point
};

// What one head takes from Q, K and V to its output, as the method's paper counts it, in the way this program
// does it: the exact one holds two maps (scores and weights), every other one no map at all. What a causal
// mask would let it leave out is counted for none; what it adds is.
MethodCost method_cost(const AttentionMethod& method, const HeadShape& shape);

}  // namespace engine
