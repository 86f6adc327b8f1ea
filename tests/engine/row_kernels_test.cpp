// Functions of a row's numbers, against the same in double precision by the standard library: of every
// length, so that the last vector is full, or not.
#include "engine/kernels/row_kernels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <vector>

#include "engine/core/matrix.h"
#include "engine/training/number_step.h"
#include "tests/engine/traces.h"

namespace engine {
namespace {

using kernels::row_kernels;
using kernels::RowScale;

constexpr int kSteps = 200'000;
constexpr Index kLongest = 70;  // two vectors of the widest set, twice, and a rest

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

TEST(RowKernels, ExponentialIsClose) {
  const auto right = [](double x) { return std::exp(x); };
  EXPECT_LT(largest_error(-87, 88, row_kernels().exponential, right), 2.5e-7);
  EXPECT_LT(largest_error(-1, 1, row_kernels().exponential, right), 1.5e-7);
  EXPECT_EQ(row_kernels().exponential(0), 1.0F);
}

TEST(RowKernels, ExponentialStaysFinite) {
  for (const float x : {-1000.0F, -88.0F, 89.0F, 1000.0F})
    EXPECT_TRUE(std::isfinite(row_kernels().exponential(x))) << x;
  EXPECT_LT(row_kernels().exponential(-std::numeric_limits<float>::infinity()), 1e-37F);
}

TEST(RowKernels, LogisticIsClose) {
  EXPECT_LT(largest_error(-80, 80, row_kernels().logistic, [](double x) { return 1 / (1 + std::exp(-x)); }),
            4e-7);
}

TEST(RowKernels, NormalShareIsClose) {
  const auto share = row_kernels().normal_share;
  EXPECT_LT(largest_error(-9, 9, share, normal_share_of), 3e-6);
  EXPECT_LT(largest_error(-3, 9, share, normal_share_of), 6e-7);
  EXPECT_FLOAT_EQ(share(0), 0.5F);
  EXPECT_EQ(share(20), 1.0F);
  EXPECT_LT(share(-30), 1e-30F);
}

TEST(RowKernels, NotANumberStaysNone) {
  constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(std::isnan(row_kernels().exponential(kNone)));
  EXPECT_TRUE(std::isnan(row_kernels().logistic(kNone)));
  EXPECT_TRUE(std::isnan(row_kernels().normal_share(kNone)));
}

// Rows of every length, and room for a result with something else behind it, which has to stay.
class RowOfLength : public testing::TestWithParam<Index> {
 protected:
  static constexpr float kBehind = 77;

  Index count() const { return GetParam(); }
  Matrix row(const char* name) const { return drawn(1, count(), name); }
  float* room() { return out_.data(); }
  // What a kernel wrote; that it wrote no further.
  Eigen::RowVectorXd result() const {
    EXPECT_EQ(out_(0, count()), kBehind);
    return out_.leftCols(count()).row(0).cast<double>();
  }
  static double distance(const Eigen::RowVectorXd& one, const Eigen::RowVectorXd& other) {
    return one.size() == 0 ? 0 : (one - other).cwiseAbs().maxCoeff();
  }

 private:
  Matrix out_ = Matrix::Constant(1, GetParam() + 1, kBehind);
};
INSTANTIATE_TEST_SUITE_P(UpToTwoVectorsTwice, RowOfLength, testing::Range<Index>(1, kLongest));

TEST_P(RowOfLength, SumsAndQuotientsAreThoseOfEachNumber) {
  const Matrix one = row("one");
  const Matrix other = row("other");
  row_kernels().add(one.data(), other.data(), room(), count());
  EXPECT_EQ(result(), (one + other).row(0).cast<double>());
  row_kernels().add_to(other.data(), room(), count());
  EXPECT_EQ(result(), (one + other + other).row(0).cast<double>());
  row_kernels().divide(one.data(), 3, room(), count());
  EXPECT_EQ(result(), (one / 3).row(0).cast<double>());
}

TEST_P(RowOfLength, SoftmaxSharesOneAndHidesWhatIsHidden) {
  Matrix scores = 8 * row("scores");
  if (count() > 2) scores(0, count() - 1) = scores(0, 1) = -kInfinity;
  row_kernels().softmax(scores.data(), room(), count());
  const Eigen::ArrayXXd powers = (scores.cast<double>().array() - double{scores.maxCoeff()}).exp();
  EXPECT_LT(distance(result(), (powers / powers.sum()).matrix().row(0)), 3e-7);
  if (count() > 2) {
    EXPECT_EQ(result()(count() - 1), 0);
  }
  EXPECT_NEAR(result().sum(), 1, 1e-6);
}

TEST_P(RowOfLength, SoftmaxOfNothingVisibleIsZero) {
  const Matrix scores = Matrix::Constant(1, count(), -kInfinity);
  row_kernels().softmax(scores.data(), room(), count());
  EXPECT_EQ(result().cwiseAbs().maxCoeff(), 0);
}

// What the row's sum takes in has to be seen in each of its numbers.
TEST_P(RowOfLength, SoftmaxOfWhatIsNoNumberIsNone) {
  Matrix scores = row("scores");
  scores(0, count() - 1) = std::numeric_limits<float>::quiet_NaN();
  row_kernels().softmax(scores.data(), room(), count());
  if (count() > 1) {
    EXPECT_TRUE(std::isnan(result()(0)));
  }
}

TEST_P(RowOfLength, SoftmaxGradientTakesTheMeanByTheWeights) {
  const Matrix gradient = row("gradient");
  const Matrix weights = row("weights").cwiseAbs();
  row_kernels().softmax_gradient(gradient.data(), weights.data(), room(), count());
  const Eigen::ArrayXXd g = gradient.cast<double>();
  const Eigen::ArrayXXd w = weights.cast<double>();
  EXPECT_LT(distance(result(), (w * (g - (g * w).sum())).matrix().row(0)), 2e-5);
}

// Central differences in double precision of x times its gate.
double active(Activation kind, double x) {
  switch (kind) {
    case Activation::kGelu:
      return x * normal_share_of(x);
    case Activation::kGeluTanh:
      return x * 0.5 * (1 + std::tanh(std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
    case Activation::kSilu:
      return x / (1 + std::exp(-x));
    case Activation::kQuickGelu:
      return x / (1 + std::exp(-1.702 * x));
    case Activation::kRelu:
      break;
  }
  return std::max(x, 0.0);
}

TEST_P(RowOfLength, ActivationsAndTheirSlopesAreRight) {
  constexpr double kStep = 1e-4;
  const Matrix x = 4 * row("x");
  const Matrix gradient = row("gradient");
  for (const Activation kind : {Activation::kRelu, Activation::kGelu, Activation::kGeluTanh,
                                Activation::kSilu, Activation::kQuickGelu}) {
    Eigen::RowVectorXd value(count());
    Eigen::RowVectorXd slope(count());
    for (Index i = 0; i < count(); ++i) {
      const double at = x(0, i);
      value(i) = active(kind, at);
      slope(i) = double{gradient(0, i)} * (active(kind, at + kStep) - active(kind, at - kStep)) / (2 * kStep);
    }
    row_kernels().activate(kind, x.data(), room(), count());
    EXPECT_LT(distance(result(), value), 2e-6) << static_cast<int>(kind);
    row_kernels().activation_gradient(kind, gradient.data(), x.data(), room(), count());
    EXPECT_LT(distance(result(), slope), 5e-6) << static_cast<int>(kind);
  }
}

// Far from 0, too, where single precision alone would lose what tells them apart.
TEST_P(RowOfLength, NormsAreRightFarFromZero) {
  constexpr double kEpsilon = 1e-5;
  for (const float offset : {0.0F, 3000.0F}) {
    const Matrix x = (row("x").array() + offset).matrix();
    const Matrix weight = row("weight");
    const Matrix bias = row("bias");
    const Eigen::ArrayXXd numbers = x.cast<double>();
    const Eigen::ArrayXXd away = numbers - numbers.mean();
    const Eigen::ArrayXXd normal = away / std::sqrt(away.square().mean() + kEpsilon);
    const RowScale scale = row_kernels().scale(x.data(), count(), kEpsilon);
    row_kernels().normalise(scale, x.data(), weight.data(), bias.data(), room(), count());
    const Eigen::ArrayXXd expected = normal * weight.cast<double>().array() + bias.cast<double>().array();
    EXPECT_LT(distance(result(), expected.matrix().row(0)), 4e-6) << offset;

    const double root = std::sqrt(numbers.square().mean() + kEpsilon);
    const RowScale by_square = row_kernels().scale_by_square(x.data(), count(), kEpsilon);
    row_kernels().normalise(by_square, x.data(), weight.data(), nullptr, room(), count());
    EXPECT_LT(distance(result(), (numbers / root * weight.cast<double>().array()).matrix().row(0)), 2e-6)
        << offset;
  }
}

// Also where a square is beyond a float, and where the distance from the mean itself is.
TEST_P(RowOfLength, NormsAreRightForTheLargestNumbers) {
  constexpr double kEpsilon = 1e-5;
  if (count() < 2) return;
  for (const float size : {1e18F, 1e19F, 1e30F, 3e38F}) {
    Matrix x = row("x");
    x *= size / x.cwiseAbs().maxCoeff();
    x(0, 0) = -size;
    const Matrix weight = row("weight");
    const Eigen::ArrayXXd numbers = x.cast<double>();
    const Eigen::ArrayXXd away = numbers - numbers.mean();
    for (const bool centred : {true, false}) {
      const Eigen::ArrayXXd side = centred ? away : numbers;
      const double divisor = std::sqrt(side.square().mean() + kEpsilon);
      const RowScale scale = centred ? row_kernels().scale(x.data(), count(), kEpsilon)
                                     : row_kernels().scale_by_square(x.data(), count(), kEpsilon);
      row_kernels().normalise(scale, x.data(), weight.data(), nullptr, room(), count());
      EXPECT_LT(distance(result(), (side / divisor * weight.cast<double>().array()).matrix().row(0)), 4e-6)
          << size << " " << centred;
    }
  }
}

TEST_P(RowOfLength, NormOfEqualNumbersIsZero) {
  const Matrix x = Matrix::Constant(1, count(), 4096.1F);
  const Matrix weight = Matrix::Ones(1, count());
  const RowScale scale = row_kernels().scale(x.data(), count(), 1e-5);
  row_kernels().normalise(scale, x.data(), weight.data(), nullptr, room(), count());
  EXPECT_LT(result().cwiseAbs().maxCoeff(), 1e-3);
}

TEST_P(RowOfLength, NormGradientsAreRight) {
  constexpr double kEpsilon = 1e-5;
  const Matrix x = row("x");
  const Matrix weight = row("weight");
  const Matrix gradient = row("gradient");
  const Eigen::ArrayXXd numbers = x.cast<double>();
  const Eigen::ArrayXXd u = gradient.cast<double>().array() * weight.cast<double>().array();
  for (const bool centred : {true, false}) {
    const Eigen::ArrayXXd away = centred ? Eigen::ArrayXXd(numbers - numbers.mean()) : numbers;
    const double divisor = std::sqrt(away.square().mean() + kEpsilon);
    const Eigen::ArrayXXd z = away / divisor;
    const RowScale scale = centred ? row_kernels().scale(x.data(), count(), kEpsilon)
                                   : row_kernels().scale_by_square(x.data(), count(), kEpsilon);
    row_kernels().norm_gradient(scale, centred, gradient.data(), x.data(), weight.data(), room(), count());
    const Eigen::ArrayXXd expected = (u - (centred ? u.mean() : 0) - z * (u * z).mean()) / divisor;
    EXPECT_LT(distance(result(), expected.matrix().row(0)), 1e-5 / divisor) << centred;

    Matrix sums = Matrix::Constant(1, count() + 1, 2);
    row_kernels().add_norm_weight_gradient(scale, gradient.data(), x.data(), sums.data(), count());
    EXPECT_LT(distance(sums.leftCols(count()).row(0).cast<double>(),
                       (2 + gradient.cast<double>().array() * z).matrix().row(0)),
              1e-5)
        << centred;
    EXPECT_EQ(sums(0, count()), 2);
  }
}

TEST_P(RowOfLength, SumsOfExponentialsAreRight) {
  const Matrix x = (30 * row("x").array() + 500).matrix();
  const Eigen::ArrayXXd numbers = x.cast<double>();
  const double peak = numbers.maxCoeff();
  const double expected = peak + std::log((numbers - peak).exp().sum());
  EXPECT_NEAR(row_kernels().log_of_sum(x.data(), count()), expected, 1e-6);
  row_kernels().exponentials(x.data(), 510, -2, room(), count());
  EXPECT_LT(
      ((result().array() + 2 * (numbers - 510).exp().row(0)) / (numbers - 510).exp().row(0)).abs().maxCoeff(),
      1e-6);
}

TEST_P(RowOfLength, SquaresAreSummedInDoublePrecision) {
  const Matrix x = 1e4F * row("x");
  EXPECT_NEAR(row_kernels().sum_squares(x.data(), count()) / x.cast<double>().squaredNorm(), 1, 1e-14);
}

// The step that a card explains is the step that was taken: to its last bit also where a number begins at 0,
// and all of it is the step.
TEST_P(RowOfLength, AdamTakesTheStepOfEachNumber) {
  const kernels::AdamFactors factors{0.7, 0.9, 0.98, 0.271, 0.0588, 1e-3, 1e-8};
  const Matrix gradient = row("gradient");
  for (const float size : {1.0F, 0.0F}) {
    Matrix mean = row("mean");
    Matrix square = row("square").cwiseAbs();
    Matrix number = size * row("number");
    const Matrix old_mean = mean;
    const Matrix old_square = square;
    const Matrix old_number = number;
    row_kernels().adam_step(factors, 0.01, gradient.data(), mean.data(), square.data(), number.data(),
                            count());
    for (Index i = 0; i < count(); ++i) {
      const NumberStep step =
          step_number(factors, 0.01, gradient(0, i), old_mean(0, i), old_square(0, i), old_number(0, i));
      EXPECT_EQ(mean(0, i), step.mean);
      EXPECT_EQ(square(0, i), step.square);
      EXPECT_EQ(number(0, i), step.number);
    }
  }
}

// A part of a map that is computed again, alone, has the same bits.
TEST_P(RowOfLength, ANumberDoesNotDependOnItsPlace) {
  const Matrix x = 4 * row("x");
  row_kernels().activate(Activation::kGelu, x.data(), room(), count());
  const Eigen::RowVectorXd all = result();
  for (Index i = 0; i < count(); ++i) {
    float alone = 0;
    row_kernels().activate(Activation::kGelu, x.data() + i, &alone, 1);
    EXPECT_EQ(double{alone}, all(i)) << i;
  }
}

}  // namespace
}  // namespace engine
