// A stage's histogram against counting and sums written out.
#include "engine/analysis/histogram.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "traces.h"

namespace engine {
namespace {

std::shared_ptr<const Trace> trace_of(const Matrix& numbers) {
  TraceBuilder builder({unnamed(static_cast<size_t>(numbers.rows()))}, {"t"});
  add_drawn(builder, "numbers", numbers);
  return std::move(builder).build();
}

TEST(Histogram, CountsEveryNumberOnceWhereItBelongs) {
  const Matrix numbers = drawn(17, 13, "histogram");
  const auto trace = trace_of(numbers);
  const Histogram found = histogram(*trace, 0, 30);
  EXPECT_EQ(found.finite, numbers.size());
  EXPECT_EQ(std::accumulate(found.counts.begin(), found.counts.end(), Index{0}), numbers.size());
  EXPECT_LE(found.counts.size(), 30U);
  EXPECT_GE(found.counts.size(), 10U);
  for (size_t bin = 0; bin < found.counts.size(); ++bin) {
    const double from = found.low + static_cast<double>(bin) * found.width;
    const bool is_last = bin + 1 == found.counts.size();
    Index inside = 0;
    for (const float number : numbers.reshaped()) {
      const double below = static_cast<double>(number) - from;
      if (below >= 0 && (below < found.width || (is_last && below <= found.width))) ++inside;
    }
    EXPECT_NEAR(static_cast<double>(found.counts[bin]), static_cast<double>(inside), 1) << bin;
  }
}

TEST(Histogram, MeasuresMeanDeviationAndExtremes) {
  Matrix numbers(2, 3);
  numbers << 1, 2, 3, 4, -kInfinity, 10;
  const Histogram found = histogram(*trace_of(numbers), 0, 20);
  EXPECT_EQ(found.finite, 5);
  EXPECT_EQ(found.hidden, 1);
  EXPECT_DOUBLE_EQ(found.mean, 4);
  EXPECT_NEAR(found.deviation, std::sqrt(10.0), 1e-12);
  EXPECT_EQ(found.smallest, (Cell{0, 0, 0}));
  EXPECT_EQ(found.largest, (Cell{0, 1, 2}));
  EXPECT_EQ(found.width, 0.5);
  EXPECT_EQ(found.low, 1);
  EXPECT_EQ(found.counts.size(), 18U);
}

TEST(Histogram, OfOneNumberOverAndOverIsOneBin) {
  const Histogram found = histogram(*trace_of(Matrix::Constant(3, 4, 0.25F)), 0, 20);
  EXPECT_EQ(found.counts, (std::vector<Index>{12}));
  EXPECT_EQ(found.deviation, 0);
  EXPECT_EQ(found.mean, 0.25);
}

TEST(Histogram, OfNothingFiniteHasNoBin) {
  const Histogram found = histogram(*trace_of(Matrix::Constant(2, 2, -kInfinity)), 0, 20);
  EXPECT_TRUE(found.counts.empty());
  EXPECT_EQ(found.hidden, 4);
  EXPECT_EQ(found.largest.stage, -1);
}

}  // namespace
}  // namespace engine
