// Random features: how far their products are from what they stand for, and how that falls with their number.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/attention/efficient/directions.h"
#include "engine/ops/efficient.h"
#include "tests/engine/efficient.h"

namespace engine {
namespace {

using Features = std::function<OperationPtr(double divisor)>;

OperationPtr positive(double divisor) {
  return positive_features(divisor);
}
OperationPtr trigonometric(double divisor) {
  return trigonometric_features(divisor, false);
}
OperationPtr waves(double divisor) {
  return trigonometric_features(divisor, true);
}

// Features of the rows of x along directions that are divided by sqrt(divisor).
Matrix features_of(const Features& make, const Matrix& x, const Matrix& directions, double divisor) {
  const Matrix along = x * directions.transpose() / static_cast<float>(std::sqrt(divisor));
  const bool is_positive = make(divisor)->name() == "positive_features";
  Matrix features(x.rows(), is_positive ? directions.rows() : 2 * directions.rows());
  make(divisor)->forward(std::vector<ConstView>{whole(along), whole(x)}, whole(features));
  return features;
}

// One estimate of the kernel for each direction.
Eigen::ArrayXd estimates(const Features& make, const Matrix& x, const Matrix& y, Index count) {
  const Matrix directions = random_directions(count, x.cols(), false, 3, "test");
  const Matrix left = features_of(make, x, directions, 1);
  const Matrix right = features_of(make, y, directions, 1);
  Eigen::ArrayXd products = (left.array() * right.array()).row(0).cast<double>() * static_cast<double>(count);
  if (products.size() > count) products = (products.head(count) + products.tail(count)).eval();
  return products;
}

// That the mean of `samples` is `expected` within four of its standard errors.
void expect_mean(const Eigen::ArrayXd& samples, double expected, const char* what) {
  const double mean = samples.mean();
  const double variance = (samples - mean).square().mean();
  EXPECT_NEAR(mean, expected, 4 * std::sqrt(variance / static_cast<double>(samples.size()))) << what;
}

Matrix of_length(const char* name, float length) {
  Matrix x = drawn(1, 8, name);
  return x * (length / x.norm());
}

TEST(Features, HaveTheMeanSquareErrorsOfThePaper) {
  constexpr Index kDraws = 200'000;
  const Matrix x = of_length("x", 0.5F);
  const Matrix y = of_length("y", 0.5F);
  const double kernel = std::exp(static_cast<double>(x.row(0).dot(y.row(0))));
  const double sum = (x + y).squaredNorm();
  const double gap = (x - y).squaredNorm();
  const Eigen::ArrayXd by_positive = estimates(positive, x, y, kDraws);
  expect_mean(by_positive, kernel, "positive");
  expect_mean((by_positive - kernel).square(), std::exp(sum) * kernel * kernel * (1 - std::exp(-sum)),
              "positive, squared error");
  const Eigen::ArrayXd by_waves = estimates(trigonometric, x, y, kDraws);
  expect_mean(by_waves, kernel, "trigonometric");
  expect_mean((by_waves - kernel).square(),
              std::exp(sum) / (kernel * kernel) * std::pow(1 - std::exp(-gap), 2) / 2,
              "trigonometric, squared error");
}

TEST(Features, OfUnitVectorsHaveTheMeanAndVarianceOfThePaper) {
  const Matrix q = of_length("q", 1);
  const Matrix k = of_length("k", 1);
  const double expected = std::exp(static_cast<double>(q.row(0).dot(k.row(0))) - 1);
  const Eigen::ArrayXd made = estimates(waves, q, k, 200'000);
  expect_mean(made, expected, "mean");
  expect_mean((made - expected).square(), std::pow(1 - std::exp(-(q - k).squaredNorm()), 2) / 2, "variance");
}

Matrix gaussians(Index rows, Index columns, double deviation, uint64_t seed, const char* name) {
  return random_directions(rows, columns, false, seed, name) * static_cast<float>(deviation);
}

// The relative error of a map of 256 tokens.
double map_error(Index features, bool orthogonal, uint64_t seed) {
  constexpr Index kLength = 256;
  constexpr Index kWidth = 16;
  const Matrix q = gaussians(kLength, kWidth, 0.25, seed, "q");
  const Matrix k = gaussians(kLength, kWidth, 0.25, seed, "k");
  Matrix exact = (q * k.transpose() / 4.0F).array().exp();
  const Matrix directions = random_directions(features, kWidth, orthogonal, seed, "w");
  Matrix map = features_of(positive, q, directions, 4) * features_of(positive, k, directions, 4).transpose();
  exact.array().colwise() /= exact.rowwise().sum().array().eval();
  map.array().colwise() /= map.rowwise().sum().array().eval();
  return (map - exact).norm() / exact.norm();
}

TEST(Features, TheErrorOfAMapFallsWithTheRootOfTheirNumber) {
  constexpr int kDraws = 12;
  const std::vector<Index> counts = {16, 64, 256, 1024};
  Eigen::ArrayXd slopes(kDraws);
  for (int draw = 0; draw < kDraws; ++draw) {
    Eigen::ArrayXd x(4);
    Eigen::ArrayXd y(4);
    for (int i = 0; i < 4; ++i) {
      const Index count = counts[static_cast<size_t>(i)];
      x(i) = std::log(static_cast<double>(count));
      y(i) = std::log(map_error(count, false, static_cast<uint64_t>(draw)));
    }
    slopes(draw) = ((x - x.mean()) * (y - y.mean())).sum() / (x - x.mean()).square().sum();
  }
  const double error =
      std::sqrt((slopes - slopes.mean()).square().sum() / (kDraws - 1) / static_cast<double>(kDraws));
  EXPECT_NEAR(slopes.mean(), -0.5, 4 * error + 0.005);
  EXPECT_LT(error, 0.03);
}

TEST(Features, OrthogonalDirectionsErrLess) {
  double independent = 0;
  double orthogonal = 0;
  for (uint64_t seed = 0; seed < 10; ++seed) {
    independent += map_error(64, false, seed);
    orthogonal += map_error(64, true, seed);
  }
  EXPECT_LT(orthogonal, independent);
}

TEST(Directions, AreAtRightAnglesADimensionAtATime) {
  const Matrix w = random_directions(20, 8, true, 1, "w");
  for (Index i = 0; i < w.rows(); ++i) {
    for (Index j = i / 8 * 8; j < i; ++j) {
      const double cosine = w.row(i).dot(w.row(j)) / (w.row(i).norm() * w.row(j).norm());
      EXPECT_NEAR(cosine, 0, 1e-6) << i << ", " << j;
    }
  }
  EXPECT_EQ(random_directions(12, 8, true, 1, "w"), Matrix(w.topRows(12)));
  // Many are drawn on all cores, few on one.
  for (const bool orthogonal : {false, true}) {
    const Matrix many = random_directions(400, 16, orthogonal, 1, "w");
    EXPECT_EQ(random_directions(30, 16, orthogonal, 1, "w"), Matrix(many.topRows(30)));
    EXPECT_EQ(random_directions(390, 16, orthogonal, 1, "w"), Matrix(many.topRows(390)));
  }
}

// Without the sign of R's diagonal the first number of the first direction is never positive.
TEST(Directions, AreUniformAndAsLongAsGaussianOnes) {
  constexpr Index kDraws = 4000;
  constexpr Index kWidth = 6;
  Eigen::ArrayXd corner(kDraws);
  Eigen::ArrayXd square(kDraws);
  for (Index draw = 0; draw < kDraws; ++draw) {
    const Matrix w = random_directions(kWidth, kWidth, true, static_cast<uint64_t>(draw), "w");
    corner(draw) = w(draw % kWidth, draw % kWidth);
    square(draw) = w.row(draw % kWidth).squaredNorm();
  }
  expect_mean(corner, 0, "mean of a number");
  expect_mean(corner.square(), 1, "its variance");
  expect_mean(square, kWidth, "squared length");
  expect_mean(square.square(), kWidth * (kWidth + 2), "its square: chi");
}

TEST(Directions, OfAnotherSeedAreOthers) {
  EXPECT_EQ(random_directions(4, 4, true, 1, "w"), random_directions(4, 4, true, 1, "w"));
  EXPECT_NE(random_directions(4, 4, true, 1, "w"), random_directions(4, 4, true, 2, "w"));
  EXPECT_NE(random_directions(4, 4, true, 1, "w"), random_directions(4, 4, true, 1, "v"));
}

}  // namespace
}  // namespace engine
