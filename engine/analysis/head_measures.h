// head_measures.h: what a head does, measured from its map and never assumed.
#pragma once

#include "engine/core/trace.h"

namespace engine {

// Means over the rows of a map that see something; all except entropy and distance are shares of the
// attention, from 0 to 1. Excludes the rows of padding tokens that are hidden. A mean is 0 if no row counts.
struct HeadMeasures {
  double previous = 0;      // on the token before, over rows from the second on
  double same = 0;          // on the token itself
  double equal_tokens = 0;  // on tokens with the same text, itself included
  double other_equal = 0;   // on those except itself, over rows that see such a token and a different one too
  double first = 0;         // on the first token
  double evenness = 0;      // row entropy / log(number of visible keys), over rows that see two or more
  double next = 0;          // on the token after, over all rows except the last
  double entropy = 0;       // of a row, in nats: 0 if one key has everything, log(number of keys) if all
                            // share evenly
  double distance = 0;      // mean distance of what is read, in tokens, in either direction
  Index rows = 0;           // the number of measured rows
  double induction = 0;  // on the tokens after earlier equal ones, except the previous token, over rows that
                         // see such (Olsson et al. 2022)
  Index induction_rows = 0;    // the number of those rows
  Index other_equal_rows = 0;  // and of those that `other_equal` counts
};

enum class Habit { kNone, kPrevious, kSame, kEqualTokens, kFirst, kEven, kNext, kInduction, kDuplicate };

// What a head mostly does, and the measure that shows it.
struct HeadHabit {
  Habit habit = Habit::kNone;
  double share = 0;

  bool operator==(const HeadHabit&) const = default;
};

// The stage of the masked scores that a head's weights come from, or would if they were exact.
int masked_of(const Trace& trace, int weights_stage);

// Measures the weights at stage `weights_stage`, the result of softmax over a map of queries and keys. In
// cross-attention `previous`, `same`, `next`, `induction` and `distance` are 0, and equal tokens are those of
// the other sequence.
HeadMeasures measure_head(const Trace& trace, int weights_stage);

// Measures any map of queries and keys without negative values whose rows sum to 1 or are all 0, such as an
// average of heads: every key counts as visible.
HeadMeasures measure_map(const Trace& trace, int stage);

// kEven from an evenness of 0.99; otherwise the largest share of at least 0.5; otherwise kNone. Equal tokens
// are reported only if a repeated token gets attention; if not, the same share is reported as the token
// itself. Induction and duplicates (`other_equal`) count from two rows that can show them.
HeadHabit dominant(const HeadMeasures& measures);

}  // namespace engine
