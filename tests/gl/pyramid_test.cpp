// The pyramid loses no peak, and no odd row or column.
#include "app/gl/pyramid.h"

#include <gtest/gtest.h>

namespace gl {
namespace {

using engine::Index;
using engine::Matrix;

TEST(Pyramid, LevelsAreHalvesRoundedUpDownToOneCell) {
  const auto levels = build_pyramid(Matrix::Zero(5, 12), Reduction::kLargest);
  const std::pair<Index, Index> shapes[] = {{3, 6}, {2, 3}, {1, 2}, {1, 1}};
  ASSERT_EQ(levels.size(), 4u);
  for (size_t level = 0; level < 4; ++level) {
    EXPECT_EQ(std::pair(levels[level].rows(), levels[level].cols()), shapes[level]);
  }
  EXPECT_TRUE(build_pyramid(Matrix::Zero(1, 1), Reduction::kLargest).empty());
  EXPECT_TRUE(build_pyramid(Matrix(0, 3), Reduction::kLargest).empty());
}

TEST(Pyramid, EveryCellReachesTheTopOfEveryLevel) {
  Matrix matrix = Matrix::Zero(7, 13);
  for (Index row = 0; row < 7; ++row) {
    for (Index column = 0; column < 13; ++column) {
      matrix(row, column) = 1.0f;
      const auto levels = build_pyramid(matrix, Reduction::kLargest);
      for (size_t level = 0; level < levels.size(); ++level) {
        ASSERT_EQ(levels[level](row >> (level + 1), column >> (level + 1)), 1.0f);
        ASSERT_EQ(levels[level].sum(), 1.0f);
      }
      matrix(row, column) = 0.0f;
    }
  }
}

TEST(Pyramid, LargestKeepsTheLargestAndLargestMagnitudeTheFarthestFromZero) {
  Matrix matrix(2, 2);
  matrix << 0.5f, -2.0f, 1.0f, 0.0f;
  EXPECT_EQ(build_pyramid(matrix, Reduction::kLargest)[0](0, 0), 1.0f);
  EXPECT_EQ(build_pyramid(matrix, Reduction::kLargestMagnitude)[0](0, 0), -2.0f);
}

TEST(Pyramid, ABlockIsHiddenOnlyWhereAllOfItIs) {
  const float hidden = -engine::kInfinity;
  Matrix matrix(2, 4);
  matrix << hidden, hidden, hidden, 0.0f, hidden, hidden, hidden, hidden;
  for (const Reduction reduction : {Reduction::kLargest, Reduction::kLargestMagnitude}) {
    const auto levels = build_pyramid(matrix, reduction);
    EXPECT_EQ(levels[0](0, 0), hidden);
    EXPECT_EQ(levels[0](0, 1), 0.0f);
    EXPECT_EQ(levels[1](0, 0), 0.0f);
  }
}

}  // namespace
}  // namespace gl
