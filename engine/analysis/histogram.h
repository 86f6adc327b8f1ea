// histogram.h: how the numbers of a stage are spread: counts, mean, standard deviation, extremes.
#pragma once

#include <vector>

#include "engine/core/trace.h"

namespace engine {

// Of the finite numbers; hidden counts the -inf ones. Bin i holds the numbers from low + i * width up to the
// next edge, which the last bin includes.
struct Histogram {
  double low = 0;
  double width = 1;  // 1, 2 or 5 times a power of ten, so that edges are short numbers
  std::vector<Index> counts;
  Index finite = 0;
  Index hidden = 0;
  double mean = 0;
  double deviation = 0;  // of all of them: divided by their number
  Cell smallest;  // the first cell of the smallest and of the largest number; stage -1 where none is finite
  Cell largest;
};

// With at most `most_bins` bins; one bin where all numbers are equal, none where none is finite.
Histogram histogram(const Trace& trace, int stage, int most_bins);

}  // namespace engine
