// Principal components against NumPy's, and the map that is made of them.
#include "engine/analysis/principal_components.h"

#include <gtest/gtest.h>

#include "goldens.h"

namespace engine {
namespace {

// Largest difference of any two numbers.
double apart(const Matrix& ours, const Doubles& golden) {
  EXPECT_EQ(ours.rows(), golden.rows());
  EXPECT_EQ(ours.cols(), golden.cols());
  return (ours.cast<double>() - golden).cwiseAbs().maxCoeff();
}

TEST(PrincipalComponents, AreThoseOfNumPy) {
  const auto names = goldens_of_kind("principal_components");
  ASSERT_EQ(names.size(), 5U);
  for (const std::string& name : names) {
    const GoldenJson golden = read_golden(name);
    const Matrix vectors = read_matrix(golden["vectors"]).cast<float>();
    const PrincipalComponents ours = principal_components(vectors, 2);
    EXPECT_LT(apart(ours.mean, read_matrix(golden["mean"])), 1e-5) << name;
    EXPECT_LT(apart(ours.components, read_matrix(golden["components"])), 1e-5) << name;
    const Doubles share = read_matrix(golden["share"]);
    for (Index i = 0; i < 2; ++i)
      EXPECT_NEAR(ours.share.at(static_cast<size_t>(i)), share(0, i), 1e-6) << name;
  }
}

TEST(PrincipalComponents, AreUnitVectorsAtRightAnglesWithTheirLargestNumberPositive) {
  const PrincipalComponents found = principal_components(drawn(9, 20, "vectors"), 2);
  const Matrix products = found.components * found.components.transpose();
  EXPECT_LT((products - Matrix::Identity(2, 2)).cwiseAbs().maxCoeff(), 1e-5F);
  for (Index i = 0; i < 2; ++i) {
    EXPECT_EQ(found.components.row(i).maxCoeff(), found.components.row(i).cwiseAbs().maxCoeff());
  }
}

TEST(PrincipalComponents, OfVectorsAllAlikeAreNothing) {
  for (const Index rows : {1, 6}) {
    const PrincipalComponents found = principal_components(Matrix::Constant(rows, 5, 0.3F), 2);
    EXPECT_TRUE(found.components.isZero());
    EXPECT_EQ(found.share, (std::vector<double>{0, 0}));
  }
}

TEST(PrincipalMap, PutsQueriesAndKeysOnOneMapAndExplainsEveryCoordinate) {
  const auto trace = run({"the", "cat", "sat"});
  const std::vector<int> stages = {stage_index(*trace, head_address(0, "q")),
                                   stage_index(*trace, head_address(0, "k"))};
  const auto map = principal_map(*trace, stages);
  Eigen::Vector2d sum = Eigen::Vector2d::Zero();
  for (size_t i = 0; i < 2; ++i) {
    const int stage = stage_index(*map, "points." + std::to_string(i) + ".coordinates");
    EXPECT_EQ(map->stage(stage).rows, 3);
    EXPECT_EQ(map->stage(map->stage(stage).inputs[0]).role, trace->stage(stages[i]).role);
    for (Index row = 0; row < 3; ++row) {
      for (Index column = 0; column < 2; ++column) {
        const auto number = static_cast<double>(map->at(stage, row, column));
        sum(column) += number;
        EXPECT_NEAR(map->explain(stage, row, column).result, number, 1e-4);
      }
    }
  }
  EXPECT_LT(sum.norm(), 1e-3);  // the mean of all points is the origin
  const Matrix share = numbers_of(*map, "share");
  EXPECT_GT(share(0, 0), share(0, 1));
}

}  // namespace
}  // namespace engine
