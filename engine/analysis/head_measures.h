// head_measures.h: what a head does, measured from its map and never assumed.
#pragma once

#include "engine/core/trace.h"

namespace engine {

// Means over a map's rows that see something; all but entropy and distance are shares of the attention, from
// 0 to 1. The row of a token that is hidden as padding is left out. A mean is 0 where no row counts.
struct HeadMeasures {
  double previous = 0;      // on the token before, over rows from the second on
  double same = 0;          // on the token itself
  double equal_tokens = 0;  // on tokens that read the same, itself included
  double other_equal = 0;   // on those but itself, over rows that see such a token and a different one too
  double first = 0;         // on the first token
  double evenness = 0;      // row entropy / log(number of visible keys), over rows that see two or more
  double next = 0;          // on the token after, over rows but the last
  double entropy = 0;       // of a row, in nats: 0 where one key has all, log(number of keys) where all share
  double distance = 0;      // how many tokens away, in either direction, what is read lies
  Index rows = 0;           // how many rows were measured
};

enum class Habit { kNone, kPrevious, kSame, kEqualTokens, kFirst, kEven, kNext };

// What a head mostly does, and the measure that says so.
struct HeadHabit {
  Habit habit = Habit::kNone;
  double share = 0;

  bool operator==(const HeadHabit&) const = default;
};

// The stage of the scores, with their mask, that a head's weights come from, or would if they were exact.
int masked_of(const Trace& trace, int weights_stage);

// Measures the weights at stage `weights_stage`, made by softmax over a map of queries and keys. In
// cross-attention `previous`, `same`, `next` and `distance` are 0, and equal tokens are those of the other
// sequence.
HeadMeasures measure_head(const Trace& trace, int weights_stage);

// Measures any map of queries and keys with no numbers below 0 whose rows sum to 1 or are all 0, such as an
// average of heads: every key counts as visible.
HeadMeasures measure_map(const Trace& trace, int stage);

// kEven from an evenness of 0.99; else the largest share of at least 0.5; else kNone. Equal tokens are named
// only where a repeated token gets attention; else the same share is called the token itself.
HeadHabit dominant(const HeadMeasures& measures);

}  // namespace engine
