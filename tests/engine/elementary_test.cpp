// Functions of one number in single precision, against the standard library's in double.
#include "engine/kernels/elementary.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace engine {
namespace {

constexpr int kSteps = 200'000;

// The largest error relative to the right result, over evenly spaced numbers.
template <class Ours, class Right>
double largest_error(double from, double to, Ours ours, Right right) {
  double largest = 0;
  for (int i = 0; i <= kSteps; ++i) {
    const auto x = static_cast<float>(from + (to - from) * i / kSteps);
    const double expected = right(double{x});
    largest = std::max(largest, std::abs(double{ours(x)} - expected) / std::abs(expected));
  }
  return largest;
}

double normal_share_of(double x) {
  return 0.5 * std::erfc(-x / std::numbers::sqrt2);
}

TEST(Elementary, ExponentialIsClose) {
  EXPECT_LT(largest_error(-87, 88, exponential, [](double x) { return std::exp(x); }), 2.5e-7);
  EXPECT_LT(largest_error(-1, 1, exponential, [](double x) { return std::exp(x); }), 1.5e-7);
  EXPECT_EQ(exponential(0), 1.0F);
}

TEST(Elementary, ExponentialStaysFinite) {
  for (const float x : {-1000.0F, -88.0F, 89.0F, 1000.0F}) EXPECT_TRUE(std::isfinite(exponential(x))) << x;
  EXPECT_LT(exponential(-std::numeric_limits<float>::infinity()), 1e-37F);
}

TEST(Elementary, LogisticIsClose) {
  EXPECT_LT(largest_error(-80, 80, logistic, [](double x) { return 1 / (1 + std::exp(-x)); }), 4e-7);
}

TEST(Elementary, NormalShareIsClose) {
  const auto share = [](float x) { return normal_share(x).share; };
  EXPECT_LT(largest_error(-9, 9, share, normal_share_of), 3e-6);
  EXPECT_LT(largest_error(-3, 9, share, normal_share_of), 6e-7);
  EXPECT_FLOAT_EQ(share(0), 0.5F);
  EXPECT_EQ(share(20), 1.0F);
  EXPECT_LT(share(-30), 1e-30F);
}

TEST(Elementary, NotANumberStaysNone) {
  EXPECT_TRUE(std::isnan(normal_share(std::numeric_limits<float>::quiet_NaN()).share));
}

}  // namespace
}  // namespace engine
