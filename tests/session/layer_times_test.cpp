// What is timed of the layers of the lab on relatives, and in which order.
#include "app/session/layer_times.h"

#include <gtest/gtest.h>

#include <chrono>
#include <stop_token>
#include <thread>

#include "engine/core/parallel.h"

namespace app {
namespace {

// Each length twice the one before, for every kind.
TEST(LayerTimes, BeginWithSixteenTokensAndDoubleTheLength) {
  LayerTimes times({.n = 16, .d = 4, .k = 3});
  constexpr size_t kLengths = 2;
  const size_t kinds = engine::kRelativeKinds.size();
  ASSERT_GT(times.count(), kLengths * kinds);
  std::stop_source stop;
  {
    const std::jthread measuring([&] {
      const engine::Stoppable stoppable(stop.get_token());
      times.measure();
    });
    while (times.done() < kLengths * kinds) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    stop.request_stop();
  }
  const std::vector<LayerTime> measured = times.measured();
  for (size_t i = 0; i < kLengths * kinds; ++i) {
    EXPECT_EQ(measured.at(i).n, i < kinds ? 16 : 32) << i;
    EXPECT_EQ(measured.at(i).kind, engine::kRelativeKinds.at(i % kinds)) << i;
    EXPECT_GT(measured.at(i).seconds, 0) << i;
  }
}

}  // namespace
}  // namespace app
