// fused.h: one head's attention without its maps: scores, mask, softmax and mixing, a few rows at a time.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/core/operation.h"

namespace engine {

// What is done to the scores of a block: an operation that makes each number from that of its own place.
struct ScoreLink {
  // Another (L, T) map that it reads beside them: its numbers, or how they are made of inputs that are at
  // hand whole.
  struct Beside {
    std::shared_ptr<const Operation> operation = nullptr;
    std::vector<ConstView> inputs = {};
    std::optional<ConstView> numbers = {};
  };
  std::shared_ptr<const Operation> operation;
  std::optional<Beside> beside = {};
};

// All that is done to raw scores before they are weighed, in order.
struct ScoreLinks {
  std::vector<ScoreLink> before_mask;
  std::optional<ScoreLink> mask = {};
  bool causal = false;  // query i sees the keys up to i + first_query, and no other
  Index first_query = 0;

  // How many of `keys` the queries before this one see, at the most.
  Index seen(Index before, Index keys) const;
};

// One head as it is computed: q (L, d_k), k (T, d_k), v (T, d_v), out (L, d_v).
struct FusedHead {
  ConstView q, k, v;
  View out;
  ScoreLinks links;
  std::shared_ptr<const Operation> weighing;  // scores to weights, row by row
  // Another way to write so many rows of `out` from the first on; returns those that see no key. Null: all
  // keys at once.
  std::function<std::vector<Index>(const FusedHead& head, Index first, Index rows)> attend;

  View out_rows(Index first, Index rows) const;
};

// The scores of a block of queries and keys, behind all links.
Matrix masked_scores(const FusedHead& head, const Block& block);

// Scores of rows of queries and all keys, that were made in another way: masked, weighed, and the values of
// `head` mixed by them into its output. Returns the rows that see no key.
std::vector<Index> attend_by_scores(const FusedHead& head, const Block& block, Matrix scores);

// Writes every head's output, split over the cores by head and by 128 rows; looks at stop_requested() before
// each. Returns the rows of each head that see no key. Vaswani et al. 2017, eq. 1.
std::vector<std::vector<Index>> fused_attention(const std::vector<FusedHead>& heads);

}  // namespace engine
