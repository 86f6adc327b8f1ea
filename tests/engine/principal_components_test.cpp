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

TEST(KeysFromQuery, LieAtTheirScoresAndAcrossAtARightAngleToTheQuery) {
  const auto trace = run({"the", "cat", "sat", "on", "the", "mat"});
  for (int head = 0; head < 4; ++head) {
    const int scores = stage_index(*trace, head_address(head, "scores"));
    for (Index row = 0; row < 6; ++row) {
      const auto map = keys_from_query(*trace, scores, row);
      const int points = stage_index(*map, "points.0.coordinates");
      ASSERT_EQ(map->stage(points).rows, 6);
      for (Index key = 0; key < 6; ++key) {
        EXPECT_NEAR(map->at(points, key, 0), trace->at(scores, row, key), 1e-3) << head << row << key;
        EXPECT_NEAR(map->explain(points, key, 1).result, map->at(points, key, 1), 1e-4);
      }
      const Matrix components = numbers_of(*map, "components");
      const Matrix query = trace->read_row(stage_index(*trace, head_address(head, "q")), row);
      EXPECT_EQ(components.row(0), query.row(0));
      EXPECT_NEAR(components.row(1).dot(query.row(0)), 0, 1e-4 * query.norm());
    }
  }
}

TEST(KeysFromQuery, DifferInNoDirectionAtRightAnglesToTheQueryMoreThanInTheOneDrawn) {
  const auto trace = run({"the", "cat", "sat", "on", "the", "mat"});
  const auto map = keys_from_query(*trace, stage_index(*trace, head_address(1, "scores")), 2);
  const Doubles keys = numbers_of(*trace, head_address(1, "k")).cast<double>();
  const Doubles centred = keys.rowwise() - keys.colwise().mean();
  const Doubles components = numbers_of(*map, "components").cast<double>();
  const Eigen::RowVectorXd query = components.row(0).normalized();
  const double drawn_there = (centred * components.row(1).transpose()).squaredNorm();
  EXPECT_GT(drawn_there, 0);
  const Doubles others = drawn(50, keys.cols(), "directions").cast<double>();
  for (Index i = 0; i < others.rows(); ++i) {
    const Eigen::RowVectorXd other = others.row(i) - others.row(i).dot(query) * query;
    EXPECT_LE((centred * other.normalized().transpose()).squaredNorm(), drawn_there * (1 + 1e-6));
  }
}

TEST(KeysFromQuery, ThatLieAlongTheQueryDifferInNothingElse) {
  TraceBuilder builder({{.tokens = {"a", "b", "c"}, .ids = {0, 1, 2}}}, {"a", "b", "c"});
  Matrix along(3, 4);
  along << 1, 2, -1, 0.5F, 2, 4, -2, 1, -3, -6, 3, -1.5F;
  const int query = add_drawn(builder, "q", along);
  const int key = add_drawn(builder, "k", along);
  const int product = builder.add(
      {.address = "scores", .operation = scores(), .inputs = {query, key}, .rows = 3, .columns = 3});
  const auto trace = std::move(builder).build();
  const auto map = keys_from_query(*trace, product, 0);
  EXPECT_TRUE(numbers_of(*map, "components").row(1).isZero());
}

}  // namespace
}  // namespace engine
