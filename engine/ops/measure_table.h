// measure_table.h: what a query does, measured on its row of a map: how much it reads its neighbours, its
// equals, the first token and places of its word and line, and over how many keys it spreads. One table has
// every measure, and every habit that a head is named by.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "engine/ops/map_tokens.h"

namespace engine {

// In the order of the columns of row_measures(); measure_table.cpp has what each is.
enum class RowMeasure {
  kPrevious,
  kSame,
  kNext,
  kFirst,
  kEqualTokens,
  kOtherEqual,
  kInduction,
  kEntropy,
  kEvenness,
  kDistance,
  kWordStart,
  kLineStart,
  kLineEnds,
  kSamePlace,
};
inline constexpr size_t kRowMeasures = 14;

// By RowMeasure; nullopt if the row does not count in the mean over all rows.
using RowMeasures = std::array<std::optional<double>, kRowMeasures>;

using RowNumbers = Eigen::Array<float, 1, Eigen::Dynamic>;

// A row of a map that counts, with the sums over it that several measures read.
struct MapRow {
  const MapTokens& tokens;
  Index query;
  const RowNumbers& weights;
  const RowNumbers* masked;  // null: every key is visible
  bool sees_itself;
  Index visible;        // keys that the mask does not hide
  Index visible_equal;  // of those, tokens equal to the query, itself included
  double equal;         // weight on equal tokens
  double entropy;       // in nats

  bool sees(Index key) const;
  bool equals(Index key) const;  // the query's token
};

// Nullopt for a row that counts in no measure.
std::optional<MapRow> map_row(const MapTokens& tokens, Index query, const RowNumbers& weights,
                              const RowNumbers* masked);

// When a head is named by a measure: from this mean, over at least so many rows that count.
struct Naming {
  double from = 0;  // 0: never
  Index fewest_rows = 1;
  // And from this mean of another measure.
  RowMeasure other = RowMeasure::kSame;
  double other_from = 0;
};

// A measure. A mean of it over the rows that count describes a head.
struct MeasureRow {
  RowMeasure measure;
  // Of its text keys: "grid.order.WORD", with ".tip" and ".meaning", is its name; "habit.WORD",
  // "habit.brief.WORD" and "grid.habit.WORD" are what a head is called that is named by it.
  std::string_view word;
  // The same between two sequences, of "habit.WORD"; empty: it needs queries that are keys as well.
  std::string_view cross_word;
  // Of query $i, the weights being $0 (core/formula_template.h); $key: the only key that it reads.
  std::string_view formula;
  std::string_view key;  // that key of query i
  bool is_share;         // of the attention
  Naming naming;
  // Nullopt if the row does not count.
  std::optional<double> (*value)(const MapRow& row);
  // What a key's weight is multiplied by in the sum that the value is; nullopt: it is not read.
  std::optional<double> (*factor)(const MapRow& row, Index key);

  bool names_heads() const { return naming.from > 0; }
  bool is_in_cross() const { return !cross_word.empty(); }
};

// By RowMeasure.
const std::array<MeasureRow, kRowMeasures>& measure_table();
const MeasureRow& row_of(RowMeasure measure);

// What a head's number is, as markup: "mean_i(A_{i,i−1})". `first`: what indices count from.
std::string measure_formula(const MeasureRow& row, Index first);

// `weights`: the row of query number `query`; `masked`: the same row before softmax, which tells the keys
// that it sees: null if every key is visible. Nothing counts for a query that sees no key, and for one that
// is padding and hidden.
RowMeasures measure_row(const MapTokens& tokens, Index query, const RowNumbers& weights,
                        const RowNumbers* masked);

// Which measures count in some row of a map of these tokens, whatever its mask: there is an earlier token,
// an equal one, a line.
std::array<bool, kRowMeasures> applicable(const MapTokens& tokens);

}  // namespace engine
