// The lab on positions as stages behind the model, and sines for the two sides of a grid.

#include "engine/labs/positions/positions_lab.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/analysis/order_measures.h"
#include "tests/engine/traces.h"

namespace engine {
namespace {

const std::vector<std::string> kFiveWords = {"the", "cat", "sat", "down", "now"};

Config with_lab(const PositionsLab& lab) {
  Config config;
  positions_lab_of(config) = lab;
  positions_lab_of(config).is_on = true;
  return config;
}

float number_at(const Trace& trace, const std::string& address, Index row, Index column) {
  return trace.at(stage_index(trace, address), row, column);
}

TEST(PositionsLabStages, TheWorkedCaseOfTheCourseComesOut) {
  const auto trace = run(kFiveWords, with_lab({.d_model = 256, .first = 1, .second = 2}));
  EXPECT_NEAR(number_at(*trace, "lab.positions.first", 0, 0), 0.841471, 5e-7);
  EXPECT_NEAR(number_at(*trace, "lab.positions.first", 0, 1), 0.540302, 5e-7);
  EXPECT_NEAR(number_at(*trace, "lab.positions.second", 0, 0), 0.909297, 5e-7);
  EXPECT_NEAR(number_at(*trace, "lab.positions.second", 0, 1), -0.416147, 5e-7);
  EXPECT_NEAR(number_at(*trace, "lab.positions.first", 0, 2), std::sin(0.930572), 1e-6);
}

TEST(PositionsLabStages, TheSamePositionTwiceIsOneDirection) {
  const auto trace = run(kFiveWords, with_lab({.d_model = 256, .first = 2, .second = 2}));
  EXPECT_NEAR(number_at(*trace, "lab.positions.product", 0, 0), 128, 1e-4);
  EXPECT_NEAR(number_at(*trace, "lab.positions.cosine", 0, 0), 1, 1e-6);
  EXPECT_EQ(numbers_of(*trace, "lab.positions.difference").cwiseAbs().maxCoeff(), 0);
}

TEST(PositionsLabStages, ProductsDependOnTheOffsetAloneWhereTheWidthIsEven) {
  const auto spread = [](Index d_model) {
    const auto trace = run(kFiveWords, with_lab({.d_model = d_model, .base = 50, .length = 40}));
    const Matrix products = numbers_of(*trace, "lab.positions.products");
    float widest = 0;
    for (Index offset = 0; offset < products.rows(); ++offset) {
      const auto diagonal = products.diagonal(offset);
      widest = std::max(widest, diagonal.maxCoeff() - diagonal.minCoeff());
    }
    return widest;
  };
  EXPECT_LT(spread(32), 2e-5F);
  EXPECT_GT(spread(31), 0.1F);
}

TEST(PositionsLabStages, AreThereOnlyWhileTheLabIsOnAndLeaveTheModelAlone) {
  const auto without = run(kFiveWords);
  const auto with = run(kFiveWords, with_lab({}));
  EXPECT_FALSE(without->find("lab.positions.table"));
  EXPECT_EQ(with->size(), without->size() + 9);
  for (int i = 0; i < without->size(); ++i) EXPECT_EQ(with->stage(i).address, without->stage(i).address);
  EXPECT_EQ(numbers_of(*with, "encoder.0.self.output"), numbers_of(*without, "encoder.0.self.output"));
}

TEST(PositionsLabStages, AnotherTextTakesThemFromTheTraceBefore) {
  const Config config = with_lab({});
  const auto before = run(kFiveWords, config);
  const Input input = single_input({{"a", "dog"}, {false, false}});
  const auto after = forward(*make_model(config), input, config, {}, before);
  for (const char* stage : {"lab.positions.table", "lab.positions.products", "lab.positions.cosine"})
    EXPECT_TRUE(after->shares(stage_index(*after, stage), *before)) << stage;
}

TEST(PositionsLabStages, WhatMakesNoSenseIsRefused) {
  const auto key = [](const PositionsLab& lab) {
    const auto bad = check(with_lab(lab));
    return bad ? bad->key : "";
  };
  EXPECT_EQ(key({}), "");
  EXPECT_EQ(key({.d_model = 0}), "error.size");
  EXPECT_EQ(key({.length = kMaxLabLength + 1}), "error.size");
  EXPECT_EQ(key({.base = 0.5}), "error.base");
  EXPECT_EQ(key({.base = std::nan("")}), "error.base");
  EXPECT_EQ(key({.first = -1}), "error.lab_position");
  EXPECT_EQ(key({.second = kMaxTokens}), "error.lab_position");
}

Config on_grid(Index across) {
  Config config;
  config.positions = PositionKind::kGrid;
  config.grid = across;
  return config;
}

TEST(GridPositions, HalfOfTheColumnsIsTheLineAndHalfThePlaceInIt) {
  const auto trace = run(kFiveWords, on_grid(2));
  const Matrix table = numbers_of(*trace, "position");
  const Index half = table.cols() / 2;
  EXPECT_EQ(table.row(0).leftCols(half), table.row(1).leftCols(half));
  EXPECT_EQ(table.row(0).rightCols(half), table.row(2).rightCols(half));
  EXPECT_NE(table.row(1).leftCols(half), table.row(2).leftCols(half));
  EXPECT_NEAR(table(2, 0), std::sin(1.0), 1e-6);
  EXPECT_NEAR(table(3, half), std::sin(1.0), 1e-6);
}

TEST(GridPositions, ATextWithoutAWidthIsOneLine) {
  const Matrix table = numbers_of(*run(kFiveWords, on_grid(0)), "position");
  const Index half = table.cols() / 2;
  EXPECT_EQ(table.row(0).leftCols(half), table.row(4).leftCols(half));
  EXPECT_NEAR(table(4, half), std::sin(4.0), 1e-6);
}

TEST(GridPositions, NeedAnEvenWidth) {
  Config config = seeded_config(15, 3, 5, 5);
  config.positions = PositionKind::kGrid;
  ASSERT_TRUE(check(config).has_value());
  EXPECT_EQ(check(config)->key, "error.grid_odd");
}

TEST(OrderBetween, FindsEachTokenOnceAndRefusesOthers) {
  const std::vector<std::string> text = {"a", "b", "a", "c"};
  EXPECT_EQ(order_between(text, std::vector<std::string>{"a", "a", "c", "b"}),
            (std::vector<Index>{0, 2, 3, 1}));
  EXPECT_FALSE(order_between(text, std::vector<std::string>{"a", "b", "b", "c"}));
  EXPECT_FALSE(order_between(text, std::vector<std::string>{"a", "b"}));
}

}  // namespace
}  // namespace engine
