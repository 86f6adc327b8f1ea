// histogram.cpp: counts a stage's values row by row, in two passes.
#include "engine/analysis/histogram.h"

#include <algorithm>
#include <cmath>

namespace engine {
namespace {

// The smallest of 1, 2, 5, 10, 20, 50 ... that covers the range in at most `most` bins whose edges are its
// multiples.
double bin_width(double low, double high, int most) {
  const double decade = std::pow(10.0, std::floor(std::log10((high - low) / most)));
  for (const double step : {1.0, 2.0, 5.0, 10.0, 20.0}) {
    const double width = step * decade;
    if (std::ceil(high / width) - std::floor(low / width) <= most) return width;
  }
  return 50 * decade;
}

template <class Visit>
void each_number(const Trace& trace, int index, const Visit& visit) {
  const Stage& stage = trace.stage(index);
  for (Index row = 0; row < stage.rows; ++row) {
    const Matrix numbers = trace.read_row(index, row);
    for (Index column = 0; column < stage.columns; ++column) visit(row, column, numbers(0, column));
  }
}

// Sums, extremes and the number of hidden cells; the mean of squares is taken about the first value, against
// rounding.
void measure(const Trace& trace, int index, Histogram& found) {
  double sum = 0;
  double squares = 0;
  double first = 0;
  float least = kInfinity;
  float most = -kInfinity;
  each_number(trace, index, [&](Index row, Index column, float number) {
    if (!std::isfinite(number)) {
      ++found.hidden;
      return;
    }
    if (found.finite++ == 0) first = static_cast<double>(number);
    const double from_first = static_cast<double>(number) - first;
    sum += from_first;
    squares += from_first * from_first;
    if (number < least) found.smallest = {index, row, column};
    if (number > most) found.largest = {index, row, column};
    least = std::min(least, number);
    most = std::max(most, number);
  });
  if (found.finite == 0) return;
  const auto count = static_cast<double>(found.finite);
  found.mean = first + sum / count;
  found.deviation = std::sqrt(std::max(0.0, squares / count - sum * sum / count / count));
}

}  // namespace

Histogram histogram(const Trace& trace, int stage, int most_bins) {
  Histogram found;
  measure(trace, stage, found);
  if (found.finite == 0) return found;
  const auto low = static_cast<double>(trace.at(stage, found.smallest.row, found.smallest.column));
  const auto high = static_cast<double>(trace.at(stage, found.largest.row, found.largest.column));
  if (low == high) {
    found.low = low - 0.5;
    found.counts = {found.finite};
    return found;
  }
  found.width = bin_width(low, high, most_bins);
  found.low = std::floor(low / found.width) * found.width;
  const double bins = std::ceil(high / found.width) - std::floor(low / found.width);
  found.counts.resize(static_cast<size_t>(std::max(bins, 1.0)));
  const double last = static_cast<double>(found.counts.size()) - 1;
  each_number(trace, stage, [&](Index /*row*/, Index /*column*/, float number) {
    if (!std::isfinite(number)) return;
    const double bin = std::floor((static_cast<double>(number) - found.low) / found.width);
    ++found.counts[static_cast<size_t>(std::clamp(bin, 0.0, last))];
  });
  return found;
}

}  // namespace engine
