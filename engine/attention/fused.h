// fused.h: one head's attention without its maps: scores, mask, softmax and mixing, a few rows at a time.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "engine/core/operation.h"

namespace engine {

// One head as it is computed: q (L, d_k), k (T, d_k), v (T, d_v), out (L, d_v).
struct FusedHead {
  ConstView q, k, v;
  View out;
  std::shared_ptr<const Operation> scaling;  // of the scores, number by number; null: none
  // What is added to the scaled scores of a block, in turn: (L, T) sources with their inputs, each at hand
  // whole.
  struct Addend {
    std::shared_ptr<const Operation> operation;
    std::vector<ConstView> inputs;
    ConstView numbers;  // or these, where there is no operation
  };
  std::vector<Addend> raises;  // the same, added to the scores before they are scaled
  std::vector<Addend> addends;
  bool causal = false;  // query i sees the keys up to i + first_query, and no other
  Index first_query = 0;
  std::shared_ptr<const Operation> masking;   // adds or places the last addend, the mask; null: no mask
  std::shared_ptr<const Operation> weighing;  // scores to weights, row by row
  // Another way to write so many rows of `out` from the first on; returns those that see no key. Null: all
  // keys at once.
  std::function<std::vector<Index>(const FusedHead& head, Index first, Index rows)> attend;

  View out_rows(Index first, Index rows) const;
};

// The scores of a block of queries and keys, scaled, raised and masked.
Matrix masked_scores(const FusedHead& head, const Block& block);

// Scores of rows of queries and all keys, that were made in another way: masked, weighed, and the values of
// `head` mixed by them into its output. Returns the rows that see no key.
std::vector<Index> attend_by_scores(const FusedHead& head, const Block& block, Matrix scores);

// Writes every head's output, split over the cores by head and by 128 rows; looks at stop_requested() before
// each. Returns the rows of each head that see no key. Vaswani et al. 2017, eq. 1.
std::vector<std::vector<Index>> fused_attention(const std::vector<FusedHead>& heads);

}  // namespace engine
