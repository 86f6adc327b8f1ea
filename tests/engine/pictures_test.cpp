// Operations on pictures: what holds of each whatever the numbers, and of several pictures at once.
#include "engine/ops/pictures.h"

#include <gtest/gtest.h>

#include <array>

#include "tests/engine/traces.h"

namespace engine {
namespace {

constexpr Grid kGrid = {6, 4};

Matrix made(const OperationPtr& operation, const std::vector<Matrix>& inputs, Index rows, Index columns) {
  std::vector<ConstView> views;
  views.reserve(inputs.size());
  for (const Matrix& input : inputs) views.push_back(whole(input));
  Matrix out(rows, columns);
  operation->forward(views, whole(out));
  return out;
}

Matrix below(const Matrix& one, const Matrix& other) {
  Matrix both(one.rows() + other.rows(), one.cols());
  both << one, other;
  return both;
}

// What one call says of two pictures is what it says of each.
TEST(Pictures, SeveralAtOnceAreEachByItself) {
  const Matrix first = drawn(kGrid.pixels(), 3, "first");
  const Matrix second = drawn(kGrid.pixels(), 3, "second");
  const PictureKernel kernel{.grid = kGrid, .stride = 2};
  const Matrix weight = drawn(5, 27, "weight");
  struct Case {
    OperationPtr operation;
    Index rows, columns;
    std::vector<Matrix> parameters;
  };
  const std::vector<Case> cases = {{convolution_2d(kernel), kernel.result().pixels(), 5, {weight}},
                                   {max_pool_2d(kGrid, 2), kGrid.pixels() / 4, 3, {}},
                                   {upsample_bilinear(kGrid), 4 * kGrid.pixels(), 3, {}},
                                   {upsample_nearest(kGrid), 4 * kGrid.pixels(), 3, {}}};
  for (const Case& each : cases) {
    const auto of = [&](const Matrix& pictures, Index count) {
      std::vector<Matrix> inputs = {pictures};
      inputs.insert(inputs.end(), each.parameters.begin(), each.parameters.end());
      return made(each.operation, inputs, count * each.rows, each.columns);
    };
    EXPECT_TRUE(each.operation->takes_stacks()) << each.operation->name();
    EXPECT_EQ(of(below(first, second), 2), below(of(first, 1), of(second, 1))) << each.operation->name();
  }
}

// The picture moved by a pixel gives the result moved by a pixel, away from the borders.
TEST(Pictures, AConvolutionFollowsItsPicture) {
  const Grid grid{8, 8};
  Matrix picture = Matrix::Zero(grid.pixels(), 1);
  picture.block(3 * 8 + 2, 0, 2, 1) = drawn(2, 1, "spot");
  Matrix moved = Matrix::Zero(grid.pixels(), 1);
  moved.bottomRows(grid.pixels() - 9) = picture.topRows(grid.pixels() - 9);
  const Matrix weight = drawn(2, 9, "weight");
  const OperationPtr convolution = convolution_2d({.grid = grid});
  const Matrix result = made(convolution, {picture, weight}, grid.pixels(), 2);
  const Matrix shifted = made(convolution, {moved, weight}, grid.pixels(), 2);
  EXPECT_GT(result.cwiseAbs().maxCoeff(), 0);
  EXPECT_EQ(Matrix(shifted.bottomRows(grid.pixels() - 9)), Matrix(result.topRows(grid.pixels() - 9)));
}

TEST(Pictures, AnEvenMapStaysEvenWhenItIsEnlarged) {
  const Matrix even = Matrix::Constant(kGrid.pixels(), 2, 0.75F);
  for (const OperationPtr& operation : {upsample_bilinear(kGrid), upsample_nearest(kGrid)}) {
    const Matrix large = made(operation, {even}, 4 * kGrid.pixels(), 2);
    EXPECT_LT((large.array() - 0.75F).abs().maxCoeff(), 1e-6F) << operation->name();
  }
}

TEST(Pictures, CornersStayCorners) {
  const Matrix small = drawn(kGrid.pixels(), 1, "small");
  const Matrix large = made(upsample_bilinear(kGrid), {small}, 4 * kGrid.pixels(), 1);
  EXPECT_EQ(large(0, 0), small(0, 0));
  EXPECT_EQ(large(7, 0), small(3, 0));
  EXPECT_EQ(large(95, 0), small(23, 0));
}

TEST(Pictures, ABatchIsBroughtToMean0AndVariance1) {
  const Matrix x = drawn(40, 3, "channels") * 5;
  const Matrix out =
      made(batch_norm_of_batch(0), {x, Matrix::Ones(1, 3), Matrix::Zero(1, 3)}, x.rows(), x.cols());
  EXPECT_LT(out.colwise().mean().cwiseAbs().maxCoeff(), 1e-6F);
  EXPECT_LT((out.array().square().colwise().mean() - 1).abs().maxCoeff(), 1e-5F);
}

// With a batch's own statistics, kept ones say the same.
TEST(Pictures, KeptStatisticsSayWhatTheBatchsOwnSay) {
  const Matrix x = drawn(40, 3, "channels");
  const Matrix weight = drawn(1, 3, "weight");
  const Matrix bias = drawn(1, 3, "bias");
  const Matrix mean = x.colwise().mean();
  const Matrix variance = (x.rowwise() - x.colwise().mean()).array().square().colwise().mean();
  const Matrix kept = made(batch_norm(1e-5), {x, weight, bias, mean, variance}, x.rows(), x.cols());
  const Matrix own = made(batch_norm_of_batch(1e-5), {x, weight, bias}, x.rows(), x.cols());
  EXPECT_LT((kept - own).cwiseAbs().maxCoeff(), 1e-5F);
}

TEST(Pictures, GiouIs1OfEqualBoxesAndNeverBelowMinus1) {
  const Matrix boxes = (drawn(200, 4, "boxes").array().abs() + 0.01F).matrix();
  const Matrix others = (drawn(200, 4, "others").array().abs() + 0.01F).matrix();
  EXPECT_LT((made(giou_rows(), {boxes, boxes}, 200, 1).array() - 1).abs().maxCoeff(), 1e-5F);
  const Matrix apart = made(giou_rows(), {boxes, others}, 200, 1);
  EXPECT_GE(apart.minCoeff(), -1);
  EXPECT_LE(apart.maxCoeff(), 1);
  EXPECT_EQ(apart, made(giou_rows(), {others, boxes}, 200, 1));
}

TEST(Pictures, NothingCountedIsNothing) {
  EXPECT_EQ(made(weighted_mean(), {drawn(4, 1, "x"), Matrix::Zero(4, 1)}, 1, 1)(0, 0), 0);
}

TEST(Pictures, ARowWithoutALabelCostsNothing) {
  Matrix labels(2, 1);
  labels << -1, 2;
  const Matrix loss = made(cross_entropy_at(), {drawn(2, 4, "logits"), labels}, 2, 1);
  EXPECT_EQ(loss(0, 0), 0);
  EXPECT_GT(loss(1, 0), 0);
}

}  // namespace
}  // namespace engine
