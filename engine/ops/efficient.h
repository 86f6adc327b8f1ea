// efficient.h: the operations of attention at lower cost, in the order of operation_names().
#pragma once

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

}  // namespace engine
