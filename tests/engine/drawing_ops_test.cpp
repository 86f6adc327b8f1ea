// Operations of systems that draw: permutations with an inverse, codes that stay what they are.
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "engine/ops/drawing.h"
#include "engine/ops/operations.h"
#include "tests/engine/traces.h"

namespace engine {
namespace {

constexpr Grid kGrid = {4, 6};

Matrix made(const OperationPtr& operation, const std::vector<Matrix>& inputs, Index rows, Index columns) {
  std::vector<ConstView> views;
  views.reserve(inputs.size());
  for (const Matrix& input : inputs) views.push_back(whole(input));
  Matrix out(rows, columns);
  operation->forward(views, whole(out));
  return out;
}

Matrix counted(Index rows, Index columns) {
  Matrix numbers(rows, columns);
  for (Index i = 0; i < numbers.size(); ++i) numbers.data()[i] = static_cast<float>(i);
  return numbers;
}

Matrix back(const OperationPtr& operation, const Matrix& result, Index rows, Index columns) {
  const Backward rule = operation->backward(0, {});
  return made(rule.operation, {result}, rows, columns);
}

// As PyTorch's: output channel c at (2y + i, 2x + j) is input channel 4c + 2i + j at (y, x).
TEST(DrawingOps, PixelShuffleIsPyTorchs) {
  const Matrix small = counted(kGrid.pixels(), 12);
  const Matrix large = made(pixel_shuffle(kGrid), {small}, 4 * kGrid.pixels(), 3);
  for (Index y = 0; y < kGrid.height; ++y) {
    for (Index x = 0; x < kGrid.width; ++x) {
      for (Index channel = 0; channel < 12; ++channel) {
        const Index part = channel % 4;
        const Index down = part / 2;
        EXPECT_EQ(large((2 * y + down) * 2 * kGrid.width + 2 * x + part % 2, channel / 4),
                  small(y * kGrid.width + x, channel));
      }
    }
  }
}

TEST(DrawingOps, RearrangementsArePermutationsWithAnInverse) {
  struct Case {
    OperationPtr operation;
    Index rows, columns;
  };
  const Matrix numbers = counted(kGrid.pixels(), 8);
  for (const Case& each :
       {Case{pixel_shuffle(kGrid), 4 * kGrid.pixels(), 2}, Case{cut_windows(kGrid, 2), kGrid.pixels(), 8},
        Case{join_windows(kGrid, 2), kGrid.pixels(), 8}}) {
    const Matrix result = made(each.operation, {numbers}, each.rows, each.columns);
    EXPECT_EQ(std::set<float>(result.data(), result.data() + result.size()).size(),
              static_cast<size_t>(numbers.size()));
    EXPECT_EQ(back(each.operation, result, numbers.rows(), numbers.cols()), numbers);
  }
}

TEST(DrawingOps, WindowsHoldNeighboursAndJoinToThePicture) {
  const Matrix picture = counted(kGrid.pixels(), 1);
  const Matrix windows = made(cut_windows(kGrid, 2), {picture}, kGrid.pixels(), 1);
  const float second[] = {2, 3, 8, 9};
  for (Index i = 0; i < 4; ++i) EXPECT_EQ(windows(4 + i, 0), second[i]);
  EXPECT_EQ(made(join_windows(kGrid, 2), {windows}, kGrid.pixels(), 1), picture);
}

TEST(DrawingOps, SeveralPicturesAtOnceAreEachByItself) {
  const Matrix one = drawn(kGrid.pixels(), 8, "one");
  const Matrix other = drawn(kGrid.pixels(), 8, "other");
  Matrix both(2 * one.rows(), one.cols());
  both << one, other;
  struct Case {
    OperationPtr operation;
    Index rows, columns;
  };
  for (const Case& each :
       {Case{pixel_shuffle(kGrid), 4 * kGrid.pixels(), 2}, Case{cut_windows(kGrid, 2), kGrid.pixels(), 8},
        Case{join_windows(kGrid, 2), kGrid.pixels(), 8},
        Case{average_pool_2d(kGrid, 2), kGrid.pixels() / 4, 8}}) {
    EXPECT_TRUE(each.operation->takes_stacks());
    const Matrix result = made(each.operation, {both}, 2 * each.rows, each.columns);
    EXPECT_EQ(Matrix(result.topRows(each.rows)), made(each.operation, {one}, each.rows, each.columns));
    EXPECT_EQ(Matrix(result.bottomRows(each.rows)), made(each.operation, {other}, each.rows, each.columns));
  }
}

TEST(DrawingOps, AnEvenPictureStaysEvenWhenItIsAveraged) {
  const Matrix even = Matrix::Constant(kGrid.pixels(), 2, 0.625F);
  const Matrix pooled = made(average_pool_2d(kGrid, 2), {even}, kGrid.pixels() / 4, 2);
  EXPECT_LT((pooled.array() - 0.625F).abs().maxCoeff(), 1e-6F);
}

// The chosen code is no farther than any other, and choosing again changes nothing.
TEST(DrawingOps, TheNearestCodeIsTheNearestAndStaysIt) {
  const Matrix codes = drawn(40, 8, "codes");
  const Matrix z = drawn(200, 8, "z");
  const Matrix ids = made(nearest_code(), {z, codes}, z.rows(), 1);
  Matrix quantised(z.rows(), z.cols());
  for (Index row = 0; row < z.rows(); ++row) {
    quantised.row(row) = codes.row(static_cast<Index>(ids(row, 0)));
    const double away = (z.row(row) - quantised.row(row)).cast<double>().squaredNorm();
    for (Index code = 0; code < codes.rows(); ++code)
      EXPECT_LE(away, (z.row(row) - codes.row(code)).cast<double>().squaredNorm() + 1e-12);
  }
  EXPECT_EQ(made(nearest_code(), {quantised, codes}, z.rows(), 1), ids);
}

TEST(DrawingOps, OfEqualCodesTheFirstIsChosen) {
  Matrix codes = Matrix::Zero(3, 2);
  codes.row(0).setOnes();
  EXPECT_EQ(made(nearest_code(), {Matrix::Zero(1, 2), codes}, 1, 1)(0, 0), 1);
}

TEST(DrawingOps, WhatIsHeldPassesForwardAndNotBack) {
  const Matrix numbers = drawn(3, 4, "numbers");
  EXPECT_EQ(made(held(), {numbers}, 3, 4), numbers);
  EXPECT_EQ(held()->backward(0, {}).operation, nullptr);
  EXPECT_EQ(nearest_code()->backward(0, {}).operation, nullptr);
}

TEST(DrawingOps, SoftplusIsXFarAbove0And0FarBelow) {
  Matrix far(1, 2);
  far << 200, -200;
  EXPECT_EQ(made(softplus(), {far}, 1, 2)(0, 0), 200);
  EXPECT_EQ(made(softplus(), {far}, 1, 2)(0, 1), 0);
}

}  // namespace
}  // namespace engine
