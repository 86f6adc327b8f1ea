// The exact matching: against every permutation, and by its own proof.
#include "engine/vision/matching.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "tests/engine/traces.h"

namespace engine {
namespace {

// The least cost over every way to give each object a query.
double least_of_all(const Matrix& cost) {
  std::vector<Index> queries(static_cast<size_t>(cost.rows()));
  std::iota(queries.begin(), queries.end(), 0);
  double least = HUGE_VAL;
  do {
    double sum = 0;
    for (Index object = 0; object < cost.cols(); ++object)
      sum += double{cost(queries[static_cast<size_t>(object)], object)};
    least = std::min(least, sum);
  } while (std::ranges::next_permutation(queries).found);
  return least;
}

Matrix costs(int number) {
  const Index queries = 1 + number % 7;
  const Index objects = 1 + number / 7 % queries;
  return drawn(queries, objects, "costs " + std::to_string(number));
}

TEST(Matching, IsTheCheapestOfAllPermutations) {
  for (int number = 0; number < 1000; ++number) {
    const Matrix cost = costs(number);
    const Matching found = match(cost);
    EXPECT_NEAR(found.cost, least_of_all(cost), 1e-5) << number;
  }
  const Matrix eight = drawn(8, 8, "eight");
  EXPECT_NEAR(match(eight).cost, least_of_all(eight), 1e-5);
}

TEST(Matching, GivesEveryObjectAQueryOfItsOwn) {
  for (int number = 0; number < 200; ++number) {
    std::vector<Index> queries = match(costs(number)).query_of;
    std::ranges::sort(queries);
    EXPECT_EQ(std::ranges::adjacent_find(queries), queries.end()) << number;
    EXPECT_TRUE(queries.empty() || queries.front() >= 0) << number;
  }
}

// Prices below every cost, and equal to those of the pairs, prove after each step that nothing is cheaper.
TEST(Matching, EveryStepsPricesProveIt) {
  for (int number = 0; number < 200; ++number) {
    const Matrix cost = costs(number);
    const Matching found = match(cost);
    ASSERT_EQ(found.steps.size(), static_cast<size_t>(cost.cols()));
    for (const MatchingStep& step : found.steps) {
      for (Index query = 0; query < cost.rows(); ++query) {
        for (Index object = 0; object <= step.object; ++object) {
          const double prices =
              step.query_prices[static_cast<size_t>(query)] + step.object_prices[static_cast<size_t>(object)];
          EXPECT_LE(prices, double{cost(query, object)} + 1e-5) << number;
          if (step.query_of[static_cast<size_t>(object)] != query) continue;
          EXPECT_NEAR(prices, double{cost(query, object)}, 1e-5) << number;
        }
      }
    }
  }
}

TEST(Matching, ALaterObjectMovesAnEarlierOne) {
  Matrix cost(2, 2);
  cost << 1, 2,  //
      3, 9;
  const Matching found = match(cost);
  EXPECT_EQ(found.steps[0].query_of, (std::vector<Index>{0, -1}));
  EXPECT_EQ(found.query_of, (std::vector<Index>{1, 0}));
  EXPECT_EQ(found.cost, 5);
}

}  // namespace
}  // namespace engine
