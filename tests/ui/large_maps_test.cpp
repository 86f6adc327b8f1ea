// Pictures of large stages: what is seen is made, what is kept stays below its limit.
#include "app/ui/large_maps.h"

#include <gtest/gtest.h>

#include <future>

#include "engine/model/forward.h"

namespace ui {
namespace {

using engine::Index;

std::shared_ptr<const engine::Trace> lean_trace(Index tokens) {
  engine::Config config;
  config.model = engine::ModelKind::kSeeded;
  config.d_model = 8;
  config.n_heads = 1;
  config.d_k = config.d_v = 8;
  engine::Sequence sequence;
  for (Index i = 0; i < tokens; ++i) sequence.tokens.push_back("w" + std::to_string(i % 30));
  sequence.padding.resize(sequence.tokens.size(), false);
  const engine::Input input = engine::single_input(sequence);
  return engine::forward(*engine::make_model(config), input, config, {}, nullptr,
                         {true, std::make_shared<engine::BandCache>()});
}

// Looks again and again until the picture is made.
LargeMaps::Shown shown(LargeMaps& maps, app::Background& background,
                       const std::shared_ptr<const engine::Trace>& trace, int stage,
                       const LargeMaps::Sight& sight) {
  for (int frame = 0; frame < 1000; ++frame) {
    background.begin_frame();
    maps.begin_frame();
    LargeMaps::Shown now = maps.show(trace, stage, sight, "map");
    if (now.progress.is_made) return now;
    background.settle();
  }
  ADD_FAILURE() << "never made";
  return {};
}

TEST(LargeMaps, WhatIsSeenIsTheTracesOwnNumbers) {
  const auto trace = lean_trace(700);
  const int stage = trace->find("encoder.0.self.head.0.weights").value();
  ASSERT_TRUE(is_large_map(*trace, stage));
  app::Background background;
  LargeMaps maps(background);
  const auto close = shown(maps, background, trace, stage, {300, 500, 100, 100, 800, 800});
  ASSERT_EQ(close.window->level, gl::Halvings{});
  const Index row = 300 - close.window->first_row;
  const Index column = 500 - close.window->first_column;
  EXPECT_EQ(close.window->values.block(row, column, 100, 100), trace->read(stage, 300, 500, 100, 100));
  const auto far = shown(maps, background, trace, stage, {0, 0, 700, 700, 50, 50});
  EXPECT_EQ(far.window->level, (gl::Halvings{4, 4}));
  EXPECT_EQ(far.window->values(3, 7), trace->read(stage, 48, 112, 16, 16).maxCoeff());
}

TEST(LargeMaps, ShowsTheCoarseOverviewAndSaysSoUntilTheTilesAreThere) {
  const auto trace = lean_trace(2500);
  const int stage = trace->find("encoder.0.self.head.0.weights").value();
  app::Background background;
  LargeMaps maps(background);
  shown(maps, background, trace, stage, {0, 0, 2500, 2500, 100, 100});
  background.begin_frame();
  maps.begin_frame();
  // The thread that makes tiles is held, so that they cannot be there yet.
  std::promise<void> gate;
  const int held = 0;
  background.want(
      &held, [opened = gate.get_future().share()] { opened.wait(); }, app::Urgency::kLookedAt);
  const auto first = maps.show(trace, stage, {1000, 1000, 200, 200, 200, 200}, "map");
  EXPECT_FALSE(first.progress.is_made);
  EXPECT_EQ(first.progress.share, 1);
  EXPECT_GT(first.progress.rows, 1);
  ASSERT_NE(first.window, nullptr);
  EXPECT_EQ(first.window->level.block_rows(), first.progress.rows);
  gate.set_value();
  background.settle();
  background.begin_frame();
  maps.begin_frame();
  const auto second = maps.show(trace, stage, {1000, 1000, 200, 200, 200, 200}, "map");
  EXPECT_TRUE(second.progress.is_made);
  EXPECT_EQ(second.window->level, gl::Halvings{});
}

TEST(LargeMaps, MemoryStaysBelowTheLimitWhilePanningAcross) {
  const auto trace = lean_trace(3000);
  const int stage = trace->find("encoder.0.self.head.0.weights").value();
  app::Background background;
  constexpr size_t kTiles = size_t{2} << 20U;
  LargeMaps maps(background, LargeMaps::kMostOverviews, kTiles);
  for (int first = 0; first <= 2500; first += 250) {
    const auto now = shown(maps, background, trace, stage,
                           {static_cast<double>(first), static_cast<double>(first), 300, 300, 300, 300});
    maps.begin_frame();
    EXPECT_LE(maps.bytes(), kTiles + (size_t{5} << 20U)) << first;
    EXPECT_LE(now.window->values.size(), 3 * 3 * gl::kTile * gl::kTile);
  }
}

TEST(LargeMaps, CountsWhatIsMadeWithinTheFrame) {
  const auto trace = lean_trace(600);
  const int stage = trace->find("encoder.0.self.head.0.weights").value();
  app::Background background;
  LargeMaps maps(background);
  background.begin_frame();
  maps.begin_frame();
  maps.show(trace, stage, {0, 0, 600, 600, 60, 60}, "map");
  background.settle();
  EXPECT_GT(maps.bytes(), 0U);
}

TEST(LargeMaps, ATraceThatIsGoneHoldsNoMemory) {
  auto trace = lean_trace(600);
  const int stage = trace->find("encoder.0.self.head.0.weights").value();
  app::Background background;
  LargeMaps maps(background, LargeMaps::kMostOverviews, 0);
  shown(maps, background, trace, stage, {0, 0, 600, 600, 60, 60});
  EXPECT_GT(maps.bytes(), 0U);
  trace.reset();
  maps.begin_frame();
  maps.begin_frame();
  EXPECT_EQ(maps.bytes(), 0U);
}

}  // namespace
}  // namespace ui
