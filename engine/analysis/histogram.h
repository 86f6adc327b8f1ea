// histogram.h: how a stage's values are distributed: counts, mean, standard deviation, extremes.
#pragma once

#include <vector>

#include "engine/core/trace.h"

namespace engine {

// Of the finite values; hidden counts the -inf ones. Bin i holds the values from low + i * width up to the
// next edge; the last bin includes its upper edge.
struct Histogram {
  double low = 0;
  double width = 1;  // 1, 2 or 5 times a power of ten, so that edges are short numbers
  std::vector<Index> counts;
  Index finite = 0;
  Index hidden = 0;
  double mean = 0;
  double deviation = 0;  // of the population: divided by n
  Cell smallest;         // the first cell with the smallest and the largest value; stage -1 if none is finite
  Cell largest;
};

// With at most `most_bins` bins; one bin if all values are equal, none if none is finite.
Histogram histogram(const Trace& trace, int stage, int most_bins);

}  // namespace engine
