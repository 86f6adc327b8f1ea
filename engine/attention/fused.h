// fused.h: one head's attention without its maps: scores, mask, softmax and mixing, a few rows at a time.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/core/operation.h"

namespace engine {

// One step on the scores of a block: an elementwise operation.
struct ScoreLink {
  // Another (L, T) map that it reads: its values, or how to compute them from inputs that are available
  // whole.
  struct Beside {
    std::shared_ptr<const Operation> operation = nullptr;
    std::vector<ConstView> inputs = {};
    std::optional<ConstView> numbers = {};
  };
  std::shared_ptr<const Operation> operation;
  std::optional<Beside> beside = {};
};

// All steps from raw scores to weights, in order.
struct ScoreLinks {
  std::vector<ScoreLink> before_mask;
  std::optional<ScoreLink> mask = {};
  bool causal = false;  // query i sees exactly the keys up to i + first_query
  Index first_query = 0;

  // The largest number of `keys` that the queries before this one see.
  Index seen(Index before, Index keys) const;
};

// One head's computation: q (L, d_k), k (T, d_k), v (T, d_v), out (L, d_v).
struct FusedHead {
  ConstView q, k, v;
  View out;
  ScoreLinks links;
  std::shared_ptr<const Operation> weighing;  // scores to weights, row by row
  // Another way to write this many rows of `out`, starting at `first`; returns the fully masked rows. Null:
  // all keys at once.
  std::function<std::vector<Index>(const FusedHead& head, Index first, Index rows)> attend;

  View out_rows(Index first, Index rows) const;
};

// The scores of a block of queries and keys, after all links.
Matrix masked_scores(const FusedHead& head, const Block& block);

// Takes scores of rows of queries and all keys that were computed elsewhere: masks and weighs them, and mixes
// the values of `head` into its output. Returns the fully masked rows.
std::vector<Index> attend_by_scores(const FusedHead& head, const Block& block, Matrix scores);

// Writes every head's output, split over the cores by head and by 128 rows; checks stop_requested() before
// each. Returns the fully masked rows of each head. Vaswani et al. 2017, eq. 1.
std::vector<std::vector<Index>> fused_attention(const std::vector<FusedHead>& heads);

}  // namespace engine
