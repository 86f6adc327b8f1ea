// Attention over layers: averages, rollout and flow are NumPy's, and what the mathematics demands of them.
#include "engine/analysis/rollout.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/analysis/flow.h"
#include "tests/engine/goldens.h"

namespace engine {
namespace {

// Maps of heads as the stages of a trace, and which layer they are of.
struct Maps {
  std::shared_ptr<const Trace> trace;
  std::vector<LayerHeads> layers;
};

Maps maps_of(const std::vector<std::vector<Matrix>>& layers) {
  const Index tokens = layers.front().front().rows();
  TraceBuilder builder({unnamed(static_cast<size_t>(tokens))}, {"t"});
  Maps maps;
  for (size_t layer = 0; layer < layers.size(); ++layer) {
    LayerHeads heads;
    for (const Matrix& weights : layers[layer]) {
      heads.push_back(
          builder.add_given({.address = std::to_string(layer) + ".head." + std::to_string(heads.size()),
                             .symbol = "A",
                             .operation = given("note.tokens", false),
                             .rows = weights.rows(),
                             .columns = weights.cols(),
                             .row_axis = Axis::kQueries,
                             .column_axis = Axis::kKeys},
                            std::make_shared<Matrix>(weights)));
    }
    maps.layers.push_back(heads);
  }
  maps.trace = std::move(builder).build();
  return maps;
}

Maps golden_maps(const GoldenJson& golden) {
  std::vector<std::vector<Matrix>> layers;
  for (int layer = 0; layer < golden["layers"]; ++layer) {
    std::vector<Matrix>& heads = layers.emplace_back();
    for (int head = 0; head < golden["heads"]; ++head) {
      const std::string name = std::to_string(layer) + ".head." + std::to_string(head);
      heads.push_back(*golden_input(golden["inputs"], name));
    }
  }
  return maps_of(layers);
}

Matrix uniform(Index tokens) {
  return Matrix::Constant(tokens, tokens, 1.0f / static_cast<float>(tokens));
}

TEST(Rollout, IsNumPys) {
  const auto names = goldens_of_kind("rollout");
  ASSERT_EQ(names.size(), 4U);
  for (const std::string& name : names) {
    GoldenJson golden = read_golden(name);
    const Maps maps = golden_maps(golden);
    const auto derived = rollout_trace(*maps.trace, maps.layers);
    ASSERT_NE(derived, nullptr);
    golden["stages"].erase("flow");
    EXPECT_EQ(first_difference(*derived, golden["stages"]), "") << name;
  }
}

TEST(Flow, IsThatOfPlainAugmentingPaths) {
  for (const std::string& name : goldens_of_kind("rollout")) {
    const GoldenJson golden = read_golden(name);
    const Maps maps = golden_maps(golden);
    const auto derived = flow_trace(*maps.trace, maps.layers);
    ASSERT_NE(derived, nullptr);
    EXPECT_EQ(difference(numbers_of(*derived, "flow"), read_matrix(golden["stages"]["flow"])), "") << name;
  }
}

TEST(Flow, OfOneTokenIsItsRowOfTheWholeMap) {
  const Maps maps = golden_maps(read_golden("rollout"));
  const Matrix all = numbers_of(*flow_trace(*maps.trace, maps.layers), "flow");
  for (Index row = 0; row < all.rows(); ++row) {
    const auto one = flow_trace(*maps.trace, maps.layers, FlowQuery{row, "chosen"});
    EXPECT_EQ(numbers_of(*one, "flow"), Matrix(all.row(row))) << row;
    const Stage& stage = one->stage(stage_index(*one, "flow"));
    EXPECT_EQ(one->sequence(stage.row_sequence).tokens.at(0), "chosen");
  }
}

TEST(Flow, ACellIsTheSumOfACutThatStopsAllWays) {
  const Maps maps = golden_maps(read_golden("rollout"));
  const auto derived = flow_trace(*maps.trace, maps.layers);
  const int flow = stage_index(*derived, "flow");
  const Stage& stage = derived->stage(flow);
  for (Index row = 0; row < stage.rows; ++row) {
    for (Index column = 0; column < stage.columns; ++column) {
      const Explanation explained = derived->explain(flow, row, column);
      std::vector<Matrix> left;  // of each layer without the cut
      for (const int map : stage.inputs)
        left.push_back(derived->read(map, 0, 0, stage.columns, stage.columns));
      for (const Term& term : explained.terms) {
        const auto layer = std::find(stage.inputs.begin(), stage.inputs.end(), term.left_cell.stage);
        ASSERT_NE(layer, stage.inputs.end());
        left.at(static_cast<size_t>(layer - stage.inputs.begin()))(term.left_cell.row,
                                                                   term.left_cell.column) = 0;
      }
      Matrix ways = left.front();
      for (size_t layer = 1; layer < left.size(); ++layer) ways = (left[layer] * ways).eval();
      EXPECT_EQ(ways(row, column), 0) << row << ", " << column;
      EXPECT_NEAR(explained.result, static_cast<double>(derived->at(flow, row, column)), 1e-6);
    }
  }
}

TEST(Flow, ThroughOneLayerIsItsMapAndThroughTwoTheNarrowerOfEachPair) {
  const Maps maps = golden_maps(read_golden("rollout_causal"));
  const auto one = flow_trace(*maps.trace, std::span(maps.layers).first(1));
  const Matrix below = numbers_of(*one, "flow.0.mixed");
  EXPECT_EQ(numbers_of(*one, "flow"), below);
  const auto two = flow_trace(*maps.trace, std::span(maps.layers).first(2));
  const Matrix above = numbers_of(*two, "flow.1.mixed");
  const Matrix flow = numbers_of(*two, "flow");
  for (Index row = 0; row < flow.rows(); ++row) {
    for (Index column = 0; column < flow.cols(); ++column) {
      const float expected = above.row(row).transpose().cwiseMin(below.col(column)).sum();
      EXPECT_NEAR(flow(row, column), expected, 1e-6) << row << ", " << column;
    }
  }
}

// A row of weights is what leaves a token: no more can flow than that.
TEST(Flow, IsNeverMoreThanWhatLeavesAToken) {
  const Maps maps = golden_maps(read_golden("rollout"));
  const Matrix flow = numbers_of(*flow_trace(*maps.trace, maps.layers), "flow");
  EXPECT_LE(flow.maxCoeff(), 1.0f + 1e-6f);
  EXPECT_GT(flow.minCoeff(), 0.0f);
}

TEST(Rollout, RowsSumToOne) {
  for (const std::string& name : goldens_of_kind("rollout")) {
    const Maps maps = golden_maps(read_golden(name));
    const auto derived = rollout_trace(*maps.trace, maps.layers);
    const std::string last = "rollout." + std::to_string(maps.layers.size() - 1);
    const Eigen::VectorXf sums = numbers_of(*derived, last).rowwise().sum();
    EXPECT_LE((sums.array() - 1).abs().maxCoeff(), 1e-6f) << name;
  }
}

TEST(Rollout, AHeadThatReadsItselfPassesTheInputsOn) {
  const std::vector<Matrix> identity = {Matrix::Identity(5, 5)};
  const Maps maps = maps_of({identity, identity, identity});
  EXPECT_EQ(numbers_of(*rollout_trace(*maps.trace, maps.layers), "rollout.2"), Matrix::Identity(5, 5));
  EXPECT_EQ(numbers_of(*flow_trace(*maps.trace, maps.layers), "flow"), Matrix::Identity(5, 5));
}

// Each even layer halves what is left of the token itself.
TEST(Rollout, OverEvenLayersTheTokenItselfFadesByHalves) {
  const std::vector<Matrix> even = {uniform(4)};
  const Maps maps = maps_of({even, even, even});
  const Matrix rolled = numbers_of(*rollout_trace(*maps.trace, maps.layers), "rollout.2");
  EXPECT_NEAR(rolled(1, 1), 0.125f + 0.875f / 4, 1e-6f);
  EXPECT_NEAR(rolled(1, 2), 0.875f / 4, 1e-6f);
}

TEST(Rollout, ARowThatSeesNothingIsItself) {
  const Maps maps = golden_maps(read_golden("rollout_blind_row"));
  const auto derived = rollout_trace(*maps.trace, maps.layers);
  const int mixed = stage_index(*derived, "rollout.0.mixed");
  EXPECT_EQ(derived->at(mixed, 3, 3), 1);
  EXPECT_EQ(derived->explain(mixed, 3, 3).note, "note.mixed_row");
  EXPECT_EQ(derived->explain(mixed, 2, 2).note, "");
}

TEST(Rollout, NothingIsMadeOfMapsThatAreNotSquare) {
  const Maps wide = maps_of({{Matrix::Constant(3, 5, 0.2f)}});
  EXPECT_EQ(rollout_trace(*wide.trace, wide.layers), nullptr);
  EXPECT_EQ(flow_trace(*wide.trace, wide.layers), nullptr);
  EXPECT_NE(mean_trace(*wide.trace, wide.layers), nullptr);
  EXPECT_EQ(rollout_trace(*wide.trace, {}), nullptr);
  EXPECT_EQ(mean_trace(*wide.trace, {}), nullptr);
}

TEST(MeanTrace, AveragesTheHeadsOfEachLayer) {
  const Maps maps = golden_maps(read_golden("rollout"));
  const auto averaged = mean_trace(*maps.trace, maps.layers);
  ASSERT_NE(averaged, nullptr);
  for (size_t layer = 0; layer < maps.layers.size(); ++layer) {
    const std::string number = std::to_string(layer);
    Doubles sum = Doubles::Zero(7, 7);
    for (int head = 0; head < 3; ++head)
      sum += numbers_of(*maps.trace, number + ".head." + std::to_string(head)).cast<double>();
    EXPECT_EQ(difference(numbers_of(*averaged, "mean." + number), sum / 3), "") << number;
    const Stage& mean = averaged->stage(stage_index(*averaged, "mean." + number));
    EXPECT_EQ(mean.column_axis, Axis::kKeys);
    EXPECT_FALSE(mean.operation->is_signed());
  }
}

TEST(FlowRoom, ShrinksWithTokensAndLayers) {
  EXPECT_EQ(flow_room(12, 6), FlowRoom::kAll);
  EXPECT_EQ(flow_room(64, 12), FlowRoom::kOneRow);
  EXPECT_EQ(flow_room(512, 12), FlowRoom::kNone);
}

}  // namespace
}  // namespace engine
