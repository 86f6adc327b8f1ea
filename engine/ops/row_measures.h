// row_measures.h: what a query does, measured on its row of a map: how much it reads its neighbours, its
// equals and the first token, and over how many keys it spreads.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "engine/core/operation.h"
#include "engine/core/sequence.h"

namespace engine {

// In the order of the columns of row_measures(). Shares of attention from 0 to 1, unless said.
enum class RowMeasure {
  kPrevious,     // on the token before
  kSame,         // on the token itself
  kNext,         // on the token after
  kFirst,        // on the first token
  kEqualTokens,  // on tokens with the same text, itself included
  kOtherEqual,   // on those except itself; counts if it sees such a token and a different one too
  kInduction,    // on the tokens after earlier equal ones, except the previous token (Olsson et al. 2022)
  kEntropy,      // in nats
  kEvenness,     // entropy / ln of the number of visible keys; counts from two
  kDistance,     // the mean distance of what is read, in tokens, in either direction
};
inline constexpr size_t kRowMeasures = 10;

// By RowMeasure; nullopt if the row does not count in the mean over all rows.
using RowMeasures = std::array<std::optional<double>, kRowMeasures>;

// Whose the rows and columns of a map are.
struct MapTokens {
  std::vector<int> queries, keys;  // a number for each token, equal for equal tokens
  std::vector<bool> padding;       // which queries are padding
  bool of_itself = false;  // self-attention; in cross-attention no key is the query itself, or a neighbour

  bool operator==(const MapTokens&) const = default;
};
MapTokens map_tokens(const Sequence& queries, const Sequence& keys, bool of_itself);

// `weights`: the row of query number `query`; `masked`: the same row before softmax, which tells the keys
// that it sees: null if every key is visible. Nothing counts for a query that sees no key, and for one that
// is padding and hidden.
using RowNumbers = Eigen::Array<float, 1, Eigen::Dynamic>;
RowMeasures measure_row(const MapTokens& tokens, Index query, const RowNumbers& weights,
                        const RowNumbers* masked);

// A (L, T) [, masked scores (L, T)] -> (L, 10): the measures of each row, 0 where it does not count.
OperationPtr row_measures(MapTokens tokens);

// The measures of each head's rows (L, 10) -> (heads, 10): their means over the rows that count, 0 if none
// does. `counted`: for each head, row by row, whether a measure counts.
OperationPtr measure_means(std::vector<std::vector<bool>> counted);

}  // namespace engine
