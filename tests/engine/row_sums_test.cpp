// Sums over rows of every length, in the precision of their terms.
#include "engine/kernels/row_sums.h"

#include <gtest/gtest.h>

#include <type_traits>

namespace engine {
namespace {

TEST(RowSums, CountEveryTermOnce) {
  for (Index count = 0; count <= 100; ++count) {
    EXPECT_EQ(sum_of(count, [](Index i) { return static_cast<float>(i + 1); }), count * (count + 1) / 2);
    EXPECT_EQ(sum_of(count, [](Index i) { return static_cast<double>(i + 1); }), count * (count + 1) / 2);
  }
}

// A number that single precision would round.
TEST(RowSums, KeepThePrecisionOfTheirTerms) {
  constexpr double kLong = 16'777'217;
  EXPECT_EQ(sum_of(64, [](Index /*i*/) { return kLong; }), 64 * kLong);
  static_assert(std::is_same_v<decltype(sum_of(1, [](Index /*i*/) { return 1.0F; })), float>);
}

}  // namespace
}  // namespace engine
