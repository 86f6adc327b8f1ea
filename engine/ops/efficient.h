// efficient.h: the operations of efficient attention.
#pragma once

#include <vector>

#include "engine/ops/operations.h"

namespace engine {

// Softmax one tile of `width` keys at a time: earlier results are rescaled when a later tile has a larger
// score. Milakov & Gimelshein 2018; Dao et al. 2022, algorithm 1. B tiles.
// S (L, T) -> (L, B): the row's largest score up to the end of the tile.
OperationPtr running_maximum(Index width);
// S (L, T), maximum (L, B) -> (L, T): exp(s - its tile's maximum).
OperationPtr tile_exponentials(Index width);
// P (L, T), maximum -> (L, B): the running sum.
OperationPtr tile_sum(Index width);
// P (L, T), maximum, V (T, d_v) -> (L, B * d_v): the running mixture of the values, d_v columns per tile.
OperationPtr tile_mixture(Index width);
// P (L, T), maximum, sum -> (L, T): the weights.
OperationPtr tile_weights(Index width);
// Mixture (L, B * d_v), sum (L, B) -> (L, d_v): the last mixture divided by the last sum.
OperationPtr tile_output();

// What a window keeps of a map: the first columns of a band are the `global` first keys, the others the keys
// from `window` - 1 before the query's position to as many after it. The rows of the `global` first queries
// are in no band: they see all keys. Beltagy et al. 2020.
struct Band {
  Index window = 1;
  Index global = 0;
  Index first_query = 0;  // position of the first query

  Index columns() const { return global + 2 * window - 1; }
  bool operator==(const Band&) const = default;
};
// S (L, T) -> (L, columns), -inf if there is no such key.
OperationPtr window_band(const Band& band);
// S (L, T) -> its first rows.
OperationPtr first_rows();
// Shares (L, columns) [, those of the global queries (n, T)] -> (L, T), 0 outside of the window.
OperationPtr band_weights(const Band& band);
// Shares (L, columns), V (T, d_v) [, those of the global queries (n, T)] -> (L, d_v).
OperationPtr band_sum(const Band& band);

// Random features of a row x, from its products with m directions (L, m), which are divided by sqrt(divisor),
// and from x (L, d). Rows of `padding` are 0.
// Choromanski et al. 2021 (2009.14794), sec. 2.3 and 2.4: exp(p - h) / sqrt(m), where h = |x|^2 / (2 divisor)
// -> (L, m).
OperationPtr positive_features(double divisor, std::vector<bool> padding = {});
// exp(h) / sqrt(m) [cos p, sin p] -> (L, 2 m); h = 0 if x has length 1 (Peng et al. 2021, sec. 3.1).
OperationPtr trigonometric_features(double divisor, bool has_length_1, std::vector<bool> padding = {});
// X (L, d) -> each row divided by its length.
OperationPtr unit_rows();

// A (T, m), B (T, n) -> A^T B (m, n).
OperationPtr summary();
// X (T, m) -> (1, m).
OperationPtr column_sums();
// X (L, m), Y (m, n) -> X Y (L, n).
OperationPtr product();
// The same for a Y that is read where it is stored, and not as an input; its stage is still the second input.
OperationPtr product(const Parameter& factor);
// X, Y (L, m) -> (L, 1): their dot product, row by row.
OperationPtr row_products();
// X (L, n), d (L, 1) -> each row divided by its entry of d; 0 where that is 0.
OperationPtr divide_rows(bool is_signed);

// How much of key j remains when query i, at position p = first + i, reads it: 1 up to p and 0 later; with
// gates g (T, 1) each step forgets: (1 - g_j) times g of the keys j + 1 ... p. [g] -> (L, T). Peng et al.
// 2021, eq. 7.
OperationPtr decay(Index first);
// Features of keys F (T, m), decay (L, T) [, g] -> (L, m): their running sum, decayed by the gates.
OperationPtr running_sum(Index first);
// F (T, m), V (T, d_v), decay (L, T) [, g] -> (L, m * d_v): the running state, d_v columns per feature.
OperationPtr running_state(Index first);
// Features of queries (L, m), F (T, m), V (T, d_v), decayed kernel (L, T) [, g] -> (L, d_v): each query times
// the state at its position.
OperationPtr running_mixture(Index first);
// X (m, n) -> 1 / (1 + e^-x).
OperationPtr sigmoid();

// Hashing by direction. Andoni et al. 2015 (1509.02897); Kitaev et al. 2020 (2001.04451), sec. 2.
// X (T, rounds * b / 2), b / 2 columns per round -> (T, rounds): argmax of [x; -x].
OperationPtr hash_buckets(Index rounds);
// Buckets (T, rounds) -> (T, rounds): each token's rank once all are sorted by (bucket, position).
OperationPtr sorted_places();
// Buckets, ranks (T, rounds) -> (L, T): the number of rounds in which the query reaches the key, as in lsh.h.
OperationPtr reach(const MaskRule& rule, Index chunk);
// S, reach (L, T) -> S, -inf where reach is 0.
OperationPtr where_reached();

// What each round finds on its own: the score of a key that is reached in N rounds is lowered by log N, so
// that all rounds together count it once. From the tokens' vectors (T, d), the same divided by their lengths,
// buckets and ranks (T, rounds), and, for explanations, from S and reach (L, T).
struct HashRounds {
  MaskRule rule;
  Index chunk = 1;
  double divisor = 1;  // of the scores

  bool operator==(const HashRounds&) const = default;
};
// -> (L, rounds): the log-sum-exp of the scores.
OperationPtr round_sums(const HashRounds& rounds);
// The same inputs and z (L, rounds), V (T, d_v) -> (L, rounds * d_v): the mixed values, d_v columns per
// round.
OperationPtr round_outputs(const HashRounds& rounds);
// z (L, rounds), outputs (L, rounds * d_v) -> (L, d_v): the outputs weighted by the softmax of z.
OperationPtr round_mixture();

// A layer of linear functions. Bello 2021 (2102.08602), sec. 3.1.
// K (T, m) -> softmax of each column; rows of `padding` are 0 and do not count.
OperationPtr softmax_columns(std::vector<bool> padding = {});

// The keys for which a query has a distance vector: |i - j| < window, except padding. Row j - i + window - 1
// of the table (2 * window - 1, d_k) belongs to query i and key j.
struct DistanceReach {
  Index window = 1;
  Index first_query = 0;  // position of the first query
  std::vector<bool> padding;

  bool operator==(const DistanceReach&) const = default;
};
// Table, V (T, d_v) -> (L, d_k * d_v): the sum of the vectors in reach times the values, d_v columns per
// component of the vectors.
OperationPtr position_lambda(const DistanceReach& reach);
// Q (L, d_k), table -> (L, T): a query times the vector of its distance to a key, 0 out of reach.
OperationPtr position_map(const DistanceReach& reach);
// Q, content lambda (d_k, d_v), table, V, position lambda (L, d_k * d_v) -> (L, d_v): the sum of the two
// functions applied to each query.
OperationPtr lambda_output(const DistanceReach& reach);

// Queries (L, h) and keys (T, h) after a network's first layer, its last vector u (1, h) -> u · tanh(q_i +
// k_j) (L, T). Bahdanau et al. 2015 (1409.0473), appendix A.1.2.
OperationPtr additive_scores();

}  // namespace engine
