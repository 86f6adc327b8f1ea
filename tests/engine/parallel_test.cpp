// parallel_test.cpp: work split over cores is done once each, one level deep, and ends where it is stopped.
#include "engine/core/parallel.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <new>
#include <stop_token>
#include <thread>
#include <vector>

#include "engine/gradients/attribution.h"
#include "engine/gradients/depth.h"
#include "engine/gradients/gradient_stages.h"
#include "engine/kernels/matrix_product.h"
#include "engine/model/forward.h"
#include "tests/engine/traces.h"

namespace engine {
namespace {

TEST(ParallelFor, DoesEveryPartOnce) {
  for (const Index count : {0, 1, 2, 7, 1000}) {
    std::vector<std::atomic<int>> done(static_cast<size_t>(count));
    parallel_for(count, [&](Index part) { ++done[static_cast<size_t>(part)]; });
    for (const auto& times : done) EXPECT_EQ(times, 1);
  }
}

// What a thread is told comes next is what it does next, and every part is done once.
TEST(ParallelForInTurn, EveryThreadDoesNextWhatItWasTold) {
  for (const Index count : {0, 1, 2, 7, 1000}) {
    std::vector<std::atomic<int>> done(static_cast<size_t>(count));
    std::mutex guard;
    std::map<std::thread::id, Index> told;
    parallel_for_in_turn(count, [&](Index part, Index next) {
      ++done[static_cast<size_t>(part)];
      EXPECT_GT(next, part);
      EXPECT_LE(next, count);
      const std::lock_guard lock(guard);
      const auto before = told.find(std::this_thread::get_id());
      EXPECT_TRUE(before == told.end() || before->second == part) << part;
      told[std::this_thread::get_id()] = next;
    });
    for (const auto& times : done) EXPECT_EQ(times, 1);
    for (const auto& [thread, next] : told) EXPECT_EQ(next, count);
  }
}

TEST(ParallelForInTurn, SkipsTheRestAfterAFailure) {
  std::atomic<int> done = 0;
  EXPECT_THROW(parallel_for_in_turn(1000,
                                    [&](Index part, Index /*next*/) {
                                      if (part == 3) throw std::bad_alloc();
                                      ++done;
                                      std::this_thread::sleep_for(std::chrono::microseconds(200));
                                    }),
               std::bad_alloc);
  EXPECT_LT(done, 999);
}

TEST(ParallelFor, SplitsOneLevelOnly) {
  std::atomic<int> elsewhere = 0;
  parallel_for(8, [&](Index) {
    const auto here = std::this_thread::get_id();
    parallel_for(50, [&](Index) { elsewhere += std::this_thread::get_id() == here ? 0 : 1; });
  });
  EXPECT_EQ(elsewhere, 0);
}

TEST(ParallelFor, ManyCallersAtOnceAllFinish) {
  std::atomic<Index> sum = 0;
  std::vector<std::jthread> callers;
  for (int i = 0; i < 4; ++i) {
    callers.emplace_back([&] {
      for (int round = 0; round < 100; ++round) parallel_for(10, [&](Index part) { sum += part; });
    });
  }
  callers.clear();
  EXPECT_EQ(sum, 4 * 100 * 45);
}

// Between jobs the cores stay awake for a while, then sleep: neither loses a part, nor two callers each
// other's.
TEST(ParallelFor, DoesEveryPartOnceAfterAnyPause) {
  const auto work = [] {
    for (int round = 0; round < 40; ++round) {
      for (const int pause : {0, 50, 95, 100, 105, 150, 1000}) {
        std::this_thread::sleep_for(std::chrono::microseconds(pause));
        std::array<std::atomic<int>, 6> done{};
        parallel_for(6, [&](Index part) { ++done.at(static_cast<size_t>(part)); });
        for (const auto& times : done) EXPECT_EQ(times, 1);
      }
    }
  };
  work();
  const std::jthread other(work);
  work();
}

TEST(ParallelFor, ThrowsOnWhatAPartThrowsAndGoesOnWorking) {
  for (const Index bad : {0, 3, 63}) {
    EXPECT_THROW(parallel_for(64, [&](Index part) { part == bad ? throw std::bad_alloc() : void(); }),
                 std::bad_alloc);
  }
  std::atomic<int> done = 0;
  parallel_for(64, [&](Index) { ++done; });
  EXPECT_EQ(done, 64);
}

TEST(Stop, ReachesWorkOnOtherThreads) {
  std::stop_source source;
  const std::stop_token token = source.get_token();
  const Stoppable stoppable(token);
  std::atomic<int> asked = 0;
  std::atomic<int> told = 0;
  source.request_stop();
  parallel_for(64, [&](Index) {
    ++asked;
    told += stop_requested() ? 1 : 0;
  });
  EXPECT_EQ(told, asked);
  EXPECT_EQ(asked, 64);
}

TEST(Stop, AProductIsLeftUndone) {
  const Matrix a = drawn(300, 64, "a");
  const Matrix b = drawn(40, 64, "b");
  Matrix out = Matrix::Constant(300, 40, 7);
  std::stop_source source;
  const std::stop_token token = source.get_token();
  {
    const Stoppable stoppable(token);
    multiply_transposed(whole(a), whole(b), whole(out));
    EXPECT_NE(out(299, 39), 7);
    out.setConstant(7);
    source.request_stop();
    multiply_transposed(whole(a), whole(b), whole(out));
    EXPECT_EQ(out, Matrix::Constant(300, 40, 7));
  }
  multiply_transposed(whole(a), whole(b), whole(out));
  EXPECT_NE(out(0, 0), 7);
}

TEST(Stop, ARecomputingRunThatIsStoppedHasNoTrace) {
  Config config = seeded_config(16, 2, 8, 8);
  config.architecture = Architecture::kDecoder;
  const Input input = single_input({{"a", "b"}, {false, false}});
  std::stop_source source;
  source.request_stop();
  EXPECT_EQ(forward(*make_model(config), input, config, source.get_token(), nullptr, {.recompute = true}),
            nullptr);
}

TEST(Stop, OfTheWorkAroundHoldsWhereAnInnerOneIsEmpty) {
  std::stop_source source;
  source.request_stop();
  const Stoppable around(source.get_token());
  {
    const Stoppable empty({});
    EXPECT_TRUE(stop_requested());
    EXPECT_TRUE(empty.token().stop_requested());
  }
  {
    const std::stop_source never_asked;
    const Stoppable own(never_asked.get_token());
    EXPECT_FALSE(stop_requested()) << "its own stop replaces the one around it";
  }
  EXPECT_TRUE(stop_requested());
}

TEST(Stop, ReachesARunThatIsGivenNone) {
  Config config = seeded_config(16, 2, 8, 8);
  config.architecture = Architecture::kDecoder;
  config.decoder_layers = 6;
  const Input input = single_input({{"a", "b"}, {false, false}});
  const auto model = make_model(config);
  const auto whole_run = forward(*model, input, config);
  std::stop_source source;
  const Stoppable around(source.get_token());
  EXPECT_NE(forward(*model, input, config), nullptr);
  int layers = 0;
  const auto stop_after_the_first = [&](double) {
    ++layers;
    source.request_stop();
  };
  EXPECT_EQ(forward(*model, input, config, {}, nullptr, {}, stop_after_the_first), nullptr);
  EXPECT_LT(layers, config.decoder_layers) << "it ends before the last layer";
  EXPECT_EQ(with_gradients(*whole_run, config, {.target = LossTarget{}}).value(), nullptr);
}

TEST(Stop, EndsMeasurementsThatRunManyModels) {
  Config config = seeded_config(16, 2, 8, 8);
  config.architecture = Architecture::kDecoder;
  const Input input = single_input({{"a", "b"}, {false, false}});
  const auto model = make_model(config);
  const auto run = forward(*model, input, config);
  const GradientRequest loss{.target = LossTarget{}};
  std::stop_source source;
  source.request_stop();
  const Stoppable around(source.get_token());
  EXPECT_TRUE(measure_depth({NormOrder::kPost, 24}, kMostDraws).empty());
  EXPECT_FALSE(
      integrate_gradients(*run, *model, input, config, loss, {{"input"}, Baseline::kMean, 256}).value());
}

}  // namespace
}  // namespace engine
