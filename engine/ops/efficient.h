// efficient.h: the operations of attention at lower cost.
#pragma once

#include <vector>

#include "engine/ops/operations.h"

namespace engine {

// Softmax a tile of `width` keys at a time: what is known after each tile is put right when the next has a
// larger score. Milakov & Gimelshein 2018; Dao et al. 2022, algorithm 1. B tiles.
// S (L, T) -> (L, B): the row's largest score up to the end of the tile.
OperationPtr running_maximum(Index width);
// S (L, T), maximum (L, B) -> (L, T): exp(s - m of its tile).
OperationPtr tile_exponentials(Index width);
// P (L, T), maximum -> (L, B): the sum so far.
OperationPtr tile_sum(Index width);
// P (L, T), maximum, V (T, d_v) -> (L, B * d_v): the mixture of the values so far, a run of d_v columns a
// tile.
OperationPtr tile_mixture(Index width);
// P (L, T), maximum, sum -> (L, T): the weights.
OperationPtr tile_weights(Index width);
// Mixture (L, B * d_v), sum (L, B) -> (L, d_v): the last mixture divided by the last sum.
OperationPtr tile_output();

// What a window leaves of a map: the first columns of a band are the `global` first keys, the others the keys
// from `window` - 1 before the query's own place to as many after it. The rows of the `global` first queries
// are in no band: they see all keys. Beltagy et al. 2020.
struct Band {
  Index window = 1;
  Index global = 0;
  Index first_query = 0;  // place of the first query

  Index columns() const { return global + 2 * window - 1; }
  bool operator==(const Band&) const = default;
};
// S (L, T) -> (L, columns), -inf where there is no such key.
OperationPtr window_band(const Band& band);
// S (L, T) -> its first rows.
OperationPtr first_rows();
// Shares (L, columns) [, those of the global queries (n, T)] -> (L, T), 0 outside of the window.
OperationPtr band_weights(const Band& band);
// Shares (L, columns), V (T, d_v) [, those of the global queries (n, T)] -> (L, d_v).
OperationPtr band_sum(const Band& band);

// Random features of a row x, from its products with m directions (L, m), themselves divided by
// sqrt(divisor), and from x (L, d). Rows of `padding` are 0.
// Choromanski et al. 2021 (2009.14794), sec. 2.3 and 2.4: exp(p - h) / sqrt(m), where h = |x|^2 / (2 divisor)
// -> (L, m).
OperationPtr positive_features(double divisor, std::vector<bool> padding = {});
// exp(h) / sqrt(m) [cos p, sin p] -> (L, 2 m); h = 0 where x has the length 1 (Peng et al. 2021, sec. 3.1).
OperationPtr trigonometric_features(double divisor, bool has_length_1, std::vector<bool> padding = {});
// X (L, d) -> each row divided by its length.
OperationPtr unit_rows();

// A (T, m), B (T, n) -> A^T B (m, n).
OperationPtr summary();
// X (T, m) -> (1, m).
OperationPtr column_sums();
// X (L, m), Y (m, n) -> X Y (L, n).
OperationPtr product();
// X, Y (L, m) -> (L, 1): row by row their dot product.
OperationPtr row_products();
// X (L, n), d (L, 1) -> each row divided by its number; 0 where that is 0.
OperationPtr divide_rows(bool is_signed);

// How much of key j is left when query i reads, at place p = first + i: 1 up to p and 0 later; with gates g
// (T, 1) each step forgets: (1 - g_j) times g of the keys j + 1 ... p. [g] -> (L, T). Peng et al. 2021,
// eq. 7.
OperationPtr decay(Index first);
// Features of keys F (T, m), decay (L, T) [, g] -> (L, m): their running sum, forgotten by the gates.
OperationPtr running_sum(Index first);
// F (T, m), V (T, d_v), decay (L, T) [, g] -> (L, m * d_v): the running state, a run of d_v columns a
// feature.
OperationPtr running_state(Index first);
// Features of queries (L, m), F (T, m), V (T, d_v), decayed kernel (L, T) [, g] -> (L, d_v): each query times
// the state at its place.
OperationPtr running_mixture(Index first);
// X (m, n) -> 1 / (1 + e^-x).
OperationPtr sigmoid();

// Hashing by direction. Andoni et al. 2015 (1509.02897); Kitaev et al. 2020 (2001.04451), sec. 2.
// X (T, rounds * b / 2), a run of columns a round -> (T, rounds): argmax of [x; -x].
OperationPtr hash_buckets(Index rounds);
// Buckets (T, rounds) -> (T, rounds): each token's place once all are sorted by (bucket, position).
OperationPtr sorted_places();
// Buckets, places (T, rounds) -> (L, T): in how many rounds the query reaches the key, as in lsh.h.
OperationPtr reach(const MaskRule& rule, Index chunk);
// S, reach (L, T) -> S, -inf where the reach is 0.
OperationPtr where_reached();

// What the rounds find, each by itself: the score of a key that is reached in N rounds has log N taken off,
// so that together they count it once. From the tokens' vectors (T, d), those divided by their lengths,
// buckets and places (T, rounds), and for their explanations from S and reach (L, T).
struct HashRounds {
  MaskRule rule;
  Index chunk = 1;
  double divisor = 1;  // of the scores

  bool operator==(const HashRounds&) const = default;
};
// -> (L, rounds): the log of the sum of e to the scores.
OperationPtr round_sums(const HashRounds& rounds);
// These and z (L, rounds), V (T, d_v) -> (L, rounds * d_v): the values mixed, a run of d_v columns a round.
OperationPtr round_outputs(const HashRounds& rounds);
// z (L, rounds), outputs (L, rounds * d_v) -> (L, d_v): the outputs, each by e to its z over the sum of
// these.
OperationPtr round_mixture();

// A layer of linear functions. Bello 2021 (2102.08602), sec. 3.1.
// K (T, m) -> each column e^k over the sum of the column; rows of `padding` are 0 and count in no sum.
OperationPtr softmax_columns(std::vector<bool> padding = {});

// Which keys a query has a vector of distance for: |i - j| < window, padding aside. Row j - i + window - 1 of
// the table (2 * window - 1, d_k) is that of query i and key j.
struct DistanceReach {
  Index window = 1;
  Index first_query = 0;  // place of the first query
  std::vector<bool> padding;

  bool operator==(const DistanceReach&) const = default;
};
// Table, V (T, d_v) -> (L, d_k * d_v): sum of the vectors in reach times the values, a run of d_v columns a
// number of the vectors.
OperationPtr position_lambda(const DistanceReach& reach);
// Q (L, d_k), table -> (L, T): a query times the vector of its distance to a key, 0 out of reach.
OperationPtr position_map(const DistanceReach& reach);
// Q, content lambda (d_k, d_v), table, V, position lambda (L, d_k * d_v) -> (L, d_v): each query put into the
// sum of the two functions.
OperationPtr lambda_output(const DistanceReach& reach);

// Queries (L, h) and keys (T, h) of a network's first layer, its last vector u (1, h) -> u · tanh(q_i + k_j)
// (L, T). Bahdanau et al. 2015 (1409.0473), appendix A.1.2.
OperationPtr additive_scores();

}  // namespace engine
