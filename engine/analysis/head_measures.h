// head_measures.h: what a head does, measured from its map and never assumed.
#pragma once

#include <array>
#include <optional>

#include "engine/core/trace.h"
#include "engine/ops/measure_table.h"

namespace engine {

// The means of every measure over the rows of a map that count in it (ops/measure_table.h); 0 if none does.
// Excludes the rows of queries that see no key, and of padding tokens that are hidden.
struct HeadMeasures {
  std::array<double, kRowMeasures> means{};  // by RowMeasure
  std::array<Index, kRowMeasures> counted{};
  // Of each measure, the means of all over its rows.
  std::array<std::array<double, kRowMeasures>, kRowMeasures> among{};

  double operator[](RowMeasure measure) const { return means.at(static_cast<size_t>(measure)); }
  // How many rows count.
  Index rows(RowMeasure measure) const { return counted.at(static_cast<size_t>(measure)); }
  Index rows() const { return rows(RowMeasure::kEntropy); }
  // The mean of a measure over the rows that count in another.
  double mean_among(RowMeasure measure, RowMeasure of_rows) const {
    return among.at(static_cast<size_t>(of_rows)).at(static_cast<size_t>(measure));
  }
};

// The measure that a head is named by; none if nothing stands out.
struct HeadHabit {
  std::optional<RowMeasure> measure;
  double share = 0;  // its mean

  bool operator==(const HeadHabit&) const = default;
};

// The stage of the masked scores that a head's weights come from, or would if they were exact.
int masked_of(const Trace& trace, int weights_stage);

// Measures the weights at stage `weights_stage`, the result of softmax over a map of queries and keys. In
// cross-attention what needs queries that are keys as well is 0, and equal tokens are those of the other
// sequence.
HeadMeasures measure_head(const Trace& trace, int weights_stage);

// Measures any map of queries and keys without negative values whose rows sum to 1 or are all 0, such as an
// average of heads: every key counts as visible.
HeadMeasures measure_map(const Trace& trace, int stage);

// Of the measures whose mean the table lets name a head, the one with the largest, unless the rows that count
// in it have as much of an earlier one: among words of two pieces the previous token is also the word's
// start.
HeadHabit dominant(const HeadMeasures& measures);

}  // namespace engine
