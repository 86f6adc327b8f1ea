// What can be said of positions, with the numbers of the reference; and what their order is worth.
#include "engine/analysis/position_measures.h"

#include <gmock/gmock.h>

#include <cmath>
#include <map>
#include <numbers>

#include "engine/analysis/order_measures.h"
#include "tests/engine/traces.h"

namespace engine {
namespace {

std::vector<double> vector_of(Index position, Index d_model, double base = 10000) {
  std::vector<double> values;
  for (const WaveStep& step : worked_position(position, d_model, base)) values.push_back(step.value);
  return values;
}

Matrix table_of(Index length, Index d_model, double base = 10000) {
  Matrix table(length, d_model);
  for (Index row = 0; row < length; ++row) {
    const auto values = vector_of(row, d_model, base);
    for (Index column = 0; column < d_model; ++column)
      table(row, column) = static_cast<float>(values[static_cast<size_t>(column)]);
  }
  return table;
}

TEST(WorkedPosition, GivesTheNumbersOfTheReference) {
  const auto one = worked_position(1, 256, 10000);
  const auto two = worked_position(2, 256, 10000);
  ASSERT_EQ(one.size(), 256U);
  EXPECT_NEAR(one[0].value, 0.841471, 5e-7);
  EXPECT_NEAR(one[1].value, 0.540302, 5e-7);
  EXPECT_NEAR(two[0].value, 0.909297, 5e-7);
  EXPECT_NEAR(two[1].value, -0.416147, 5e-7);
  EXPECT_NEAR(one[2].angle, 0.930572, 5e-7);
  EXPECT_NEAR(one[2].value, std::sin(0.930572), 5e-7);
  EXPECT_FALSE(one[3].is_sine);
  EXPECT_EQ(one[3].pair, 1);
}

TEST(WorkedPosition, WavelengthsGrowFromTwoPiTowardsTheBase) {
  const auto steps = worked_position(0, 256, 10000);
  EXPECT_NEAR(steps.front().wavelength, 2 * std::numbers::pi, 1e-12);
  EXPECT_NEAR(steps.back().wavelength, 2 * std::numbers::pi * std::pow(10000.0, 254.0 / 256), 1e-7);
  for (size_t i = 2; i < steps.size(); ++i) EXPECT_GE(steps[i].wavelength, steps[i - 1].wavelength);
}

TEST(WorkedPosition, IsWhatTheModelAdds) {
  for (const Index d_model : {16, 7}) {
    Config config = seeded_config(d_model, 1, 4, 4);
    config.base = 50;
    const Matrix added = numbers_of(*run({"a", "b", "c", "d"}, config), "position");
    EXPECT_LT((added - table_of(4, d_model, 50)).cwiseAbs().maxCoeff(), 1e-6);
  }
}

// Square 7 of a grid 3 wide stands in row 2, column 1.
TEST(WorkedSquare, IsTheSinusoidsOfItsRowBesideThoseOfItsColumn) {
  const auto square = worked_square(7, 3, 32, 10000);
  const auto row = vector_of(2, 16);
  const auto column = vector_of(1, 16);
  ASSERT_EQ(square.size(), 32U);
  for (size_t i = 0; i < 16; ++i) {
    EXPECT_EQ(square[i].value, row[i]);
    EXPECT_EQ(square[i + 16].value, column[i]);
    EXPECT_EQ(square[i + 16].column, static_cast<Index>(i + 16));
  }
  EXPECT_EQ(square.back().pair, 15);
}

TEST(ComparePositions, APositionWithItselfHasHalfTheWidthAndNoDifference) {
  const auto same = compare_positions(vector_of(0, 256), vector_of(0, 256));
  EXPECT_NEAR(same.product, 128, 1e-10);
  EXPECT_NEAR(same.cosine, 1, 1e-12);
  EXPECT_EQ(same.distance, 0);
}

TEST(ComparePositions, TheProductIsTheSumOfTheCosinesOfTheTurns) {
  const auto pair = compare_positions(vector_of(1, 256), vector_of(2, 256));
  double sum = 0;
  for (const PairTurn& turn : turns(1, 256, 10000)) sum += turn.cosine;
  EXPECT_NEAR(pair.product, sum, 1e-10);
  EXPECT_NEAR(pair.cosine, sum / 128, 1e-12);
  EXPECT_NEAR(pair.distance * pair.distance, 2 * (128 - sum), 1e-9);
  EXPECT_NEAR(pair.difference.at(0), 0.909297 - 0.841471, 1e-6);
}

TEST(Turns, TakeAnyPositionToTheOneSoMuchLater) {
  const auto from = vector_of(11, 32);
  const auto to = vector_of(14, 32);
  const auto list = turns(3, 32, 10000);
  ASSERT_EQ(list.size(), 16U);
  for (const PairTurn& turn : list) {
    const auto sine = static_cast<size_t>(2 * turn.pair);
    EXPECT_NEAR(to[sine], turn.cosine * from[sine] + turn.sine * from[sine + 1], 1e-12);
    EXPECT_NEAR(to[sine + 1], -turn.sine * from[sine] + turn.cosine * from[sine + 1], 1e-12);
  }
}

TEST(ProductsByOffset, OfSinusoidsDependOnTheOffsetAlone) {
  const auto products = products_by_offset(table_of(40, 64));
  ASSERT_EQ(products.size(), 40U);
  EXPECT_NEAR(products[0].mean, 32, 1e-5);
  for (const OffsetProducts& product : products) {
    EXPECT_LT(product.largest - product.smallest, 2e-5) << product.offset;
    EXPECT_LT(product.mean, 32.001);
  }
}

TEST(ProductsByOffset, OfALearnedTableDoNot) {
  const auto products = products_by_offset(drawn(40, 64, "learned"));
  EXPECT_GT(products[1].largest - products[1].smallest, 1);
}

TEST(Aliases, ABaseOfOneRepeatsWhereWholeTurnsAreNearlyWholeNumbers) {
  // 44 steps are 7.0028 turns of 2 pi, 710 are 113.00001.
  const auto found = aliases(1000, 64, 1, 0.001);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front().offset, 710);
  EXPECT_NEAR(found.front().chord, std::abs(710 - 226 * std::numbers::pi), 1e-9);
  EXPECT_EQ(aliases(1000, 64, 1, 0.02).front().offset, 44);
}

TEST(Aliases, OfTheUsualBaseThereAreNone) {
  EXPECT_TRUE(aliases(4096, 64, 10000, 0.5).empty());
}

TEST(StillPairs, GrowWithTheBase) {
  EXPECT_EQ(still_pairs(100, 64, 1, 0.1), 0);
  EXPECT_LT(still_pairs(100, 64, 10000, 0.1), still_pairs(100, 64, 1e9, 0.1));
  EXPECT_GT(still_pairs(100, 64, 1e9, 0.1), 16);
}

std::map<PositionKind, OrderDifference> differences(const Config& base,
                                                    const std::vector<std::string>& tokens,
                                                    const std::vector<Index>& order) {
  const auto run_in = [&](PositionKind kind,
                          std::span<const Index> places) -> Result<std::shared_ptr<const Trace>> {
    Config config = base;
    config.positions = kind;
    if (auto bad = check(config)) return *bad;
    std::vector<std::string> read = tokens;
    for (size_t i = 0; i < places.size(); ++i) read[i] = tokens[static_cast<size_t>(places[i])];
    return run(read, config);
  };
  std::vector<PositionKind> kinds;
  for (const PositionInfo& row : position_kinds()) kinds.push_back(row.kind);
  std::map<PositionKind, OrderDifference> found;
  for (OrderDifference& difference : order_differences(run_in, kinds, order))
    found.emplace(difference.kind, std::move(difference));
  return found;
}

// "我，不想延畢" against "不，我想延畢".
TEST(Order, IsKnownWithEveryKindOfPositionsAndNotWithoutAny) {
  const std::vector<std::string> tokens = {"我", "，", "不", "想", "延", "畢"};
  for (const Architecture architecture : {Architecture::kAttention, Architecture::kEncoder}) {
    Config config = seeded_config(16, 4, 4, 4);
    config.architecture = architecture;
    config.d_ff = 24;
    for (const auto& [kind, difference] : differences(config, tokens, {2, 1, 0, 3, 4, 5})) {
      ASSERT_FALSE(difference.error) << difference.error->key;
      if (kind == PositionKind::kNone) {
        EXPECT_LT(difference.largest, 1e-6);
      } else {
        EXPECT_GT(difference.largest, 1e-3) << info_of(kind).name;
      }
      EXPECT_GT(difference.magnitude, 0.1);
    }
  }
}

TEST(Order, IsKnownThroughACausalMask) {
  Config config = seeded_config(16, 4, 4, 4);
  config.causal = true;
  EXPECT_GT(differences(config, {"a", "b", "c"}, {2, 1, 0}).at(PositionKind::kNone).largest, 1e-3);
}

TEST(Order, SaysWhichKindCannotBeRun) {
  const auto found = differences(seeded_config(15, 3, 5, 5), {"a", "b", "c"}, {1, 0, 2});
  ASSERT_TRUE(found.at(PositionKind::kRotary).error.has_value());
  EXPECT_EQ(found.at(PositionKind::kRotary).error->key, "error.rotary_width");
  EXPECT_FALSE(found.at(PositionKind::kAlibi).error.has_value());
}

TEST(Order, PlacesSayWhereEveryTokenWent) {
  EXPECT_THAT(places_in(std::vector<Index>{2, 0, 1}, 4), testing::ElementsAre(1, 2, 0, 3));
}

}  // namespace
}  // namespace engine
