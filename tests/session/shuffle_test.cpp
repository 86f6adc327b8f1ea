// Tokens are shuffled into an order that a seed draws.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/session/exploring.h"

namespace app {
namespace {

TEST(Shuffle, IsAnotherOrderOfTheSameTokensForEverySeed) {
  std::set<std::vector<engine::Index>> seen;
  for (uint64_t seed = 0; seed < 50; ++seed) {
    State state;
    shuffle_tokens(state, seed, 6);
    std::vector<engine::Index> order = state.document.order;
    seen.insert(order);
    EXPECT_FALSE(std::is_sorted(order.begin(), order.end()));
    std::sort(order.begin(), order.end());
    EXPECT_EQ(order, (std::vector<engine::Index>{0, 1, 2, 3, 4, 5}));
  }
  EXPECT_GT(seen.size(), 40U);
}

TEST(Shuffle, OfTwoTokensIsTheOtherOrderAndOfOneNothing) {
  State state;
  for (uint64_t seed = 0; seed < 8; ++seed) {
    shuffle_tokens(state, seed, 2);
    EXPECT_EQ(state.document.order, (std::vector<engine::Index>{1, 0}));
  }
  shuffle_tokens(state, 1, 1);
  EXPECT_TRUE(state.document.order.empty());
  shuffle_tokens(state, 1, 0);
  EXPECT_TRUE(state.document.order.empty());
}

}  // namespace
}  // namespace app
