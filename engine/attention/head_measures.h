// head_measures.h: what a head does, measured from its map and never assumed.
#pragma once

#include "engine/trace.h"

namespace engine {

// Shares of a head's attention, each from 0 to 1: means over the rows that see something. The row of a token
// that is hidden as padding is left out. A share is 0 where no row counts.
struct HeadMeasures {
  double previous = 0;      // on the token before, over rows from the second on
  double same = 0;          // on the token itself
  double equal_tokens = 0;  // on tokens that read the same, itself included
  double other_equal = 0;   // on those but itself, over rows that see such a token and a different one too
  double first = 0;         // on the first token
  double evenness = 0;      // row entropy / log(number of visible keys), over rows that see two or more
  Index rows = 0;           // how many rows were measured
};

enum class Habit { kNone, kPrevious, kSame, kEqualTokens, kFirst, kEven };

// What a head mostly does, and the measure that says so.
struct HeadHabit {
  Habit habit = Habit::kNone;
  double share = 0;

  bool operator==(const HeadHabit&) const = default;
};

// Measures the weights at stage `weights_stage`, made by softmax over a map of queries and keys. In
// cross-attention `previous` and `same` are 0, and equal tokens are those of the other sequence.
HeadMeasures measure_head(const Trace& trace, int weights_stage);

// kEven from an evenness of 0.99; else the largest share of at least 0.5; else kNone. Equal tokens are named
// only where a repeated token gets attention; else the same share is called the token itself.
HeadHabit dominant(const HeadMeasures& measures);

}  // namespace engine
