// How alike the directions of rows are, whatever their lengths.
#include "engine/analysis/cosines.h"

#include <gtest/gtest.h>

#include <cmath>

namespace engine {
namespace {

Matrix cosines_of(const Matrix& rows) {
  return cosines(whole(rows));
}

TEST(Cosines, IdenticalRowsAreOneWithEachOther) {
  Matrix rows(3, 2);
  rows << 3, -4, 3, -4, 3, -4;
  EXPECT_EQ(cosines_of(rows), Matrix::Ones(3, 3));
  EXPECT_EQ(mean_cosine(cosines_of(rows)), 1);
}

TEST(Cosines, OrthogonalRowsAreTheIdentity) {
  const Matrix rows = 5 * Matrix::Identity(4, 6);
  EXPECT_EQ(cosines_of(rows), Matrix::Identity(4, 4));
  EXPECT_EQ(mean_cosine(cosines_of(rows)), 0);
}

TEST(Cosines, LengthsDoNotMatterButDirectionsDo) {
  Matrix rows(3, 2);
  rows << 1e-30F, 0, 1e30F, 1e30F, -7, 0;
  Matrix expected(3, 3);
  const float half = std::sqrt(0.5F);
  expected << 1, half, -1, half, 1, -half, -1, -half, 1;
  const Matrix found = cosines_of(rows);
  EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-6);
  EXPECT_NEAR(mean_cosine(found), -1.0 / 3, 1e-6);
}

TEST(Cosines, ARowOfZerosIsLikeNothing) {
  Matrix rows = Matrix::Ones(3, 4);
  rows.row(1).setZero();
  Matrix expected(3, 3);
  expected << 1, 0, 1, 0, 0, 0, 1, 0, 1;
  EXPECT_EQ(cosines_of(rows), expected);
}

TEST(Cosines, ReadARectangleInPlace) {
  const Matrix all = Matrix::Random(6, 5);
  const ConstView part(all.data() + 6, 3, 4, Eigen::OuterStride<>(5));
  const Matrix copy = all.block(1, 1, 3, 4);
  EXPECT_EQ(cosines(part), cosines_of(copy));
}

TEST(Cosines, OneRowHasNoOther) {
  const Matrix row = Matrix::Ones(1, 3);
  EXPECT_EQ(mean_cosine(cosines_of(row)), 0);
  EXPECT_EQ(mean_cosine(cosines_of(Matrix(0, 3))), 0);
}

}  // namespace
}  // namespace engine
