// The thread that makes long traces: what comes back, and when.
#include "app/session/worker.h"

#include <gtest/gtest.h>

#include <atomic>
#include <new>

#include "tests/session/no_threads.h"

namespace app {
namespace {

TEST(TraceWorker, MemoryThatDoesNotSufficeIsAnError) {
  TraceWorker worker([](auto&&...) -> Outcome { throw std::bad_alloc(); });
  worker.start({});
  worker.wait();
  const auto outcome = worker.take();
  ASSERT_TRUE(outcome.has_value());
  ASSERT_FALSE(outcome->ok());
  EXPECT_EQ(outcome->error().key, "error.out_of_memory");
}

TEST(WithinMemory, GivesWhatIsMadeOrSaysThatMemoryDidNotSuffice) {
  const auto make = [](bool suffices) -> engine::Result<int> {
    if (!suffices) throw std::bad_alloc();
    return 7;
  };
  EXPECT_EQ(within_memory([&] { return make(true); }).value(), 7);
  EXPECT_EQ(within_memory([&] { return make(false); }).error().key, "error.out_of_memory");
}

TEST(TraceWorker, WithoutAThreadStartRunsTheTask) {
  const NoThreads none;
  int woken = 0;
  TraceWorker worker([](auto&&...) { return Outcome(RunResult{}); }, [&] { ++woken; });
  worker.start({});
  EXPECT_FALSE(worker.running());
  worker.wait();
  EXPECT_TRUE(worker.take().has_value());
  EXPECT_EQ(woken, 1);
}

TEST(TraceWorker, WakesWithNoLockHeld) {
  std::atomic<TraceWorker*> self = nullptr;
  std::atomic<bool> woken = false;
  TraceWorker worker([](auto&&...) { return Outcome(RunResult{}); },
                     [&] {
                       // Asks the worker something: that would wait for ever if the lock were held.
                       EXPECT_FALSE(self.load()->running());
                       woken = true;
                       woken.notify_all();
                     });
  self = &worker;
  worker.start({});
  woken.wait(false);
  EXPECT_TRUE(worker.take().has_value());
}

TEST(TraceWorker, TellsHowFarTheNewestRunIs) {
  std::atomic<bool> is_seen = false;
  TraceWorker worker([&](const Task& task, const std::stop_token&) {
    *task.done = 0.75;
    is_seen.wait(false);
    return Outcome(RunResult{});
  });
  EXPECT_EQ(worker.done(), 0);
  worker.start({});
  while (worker.done() == 0) std::this_thread::yield();
  EXPECT_EQ(worker.done(), 0.75);
  is_seen = true;
  is_seen.notify_all();
  worker.wait();
}

TEST(TraceWorker, ANewerRunStopsTheOlder) {
  std::atomic<int> runs = 0;
  TraceWorker worker([&](const Task&, const std::stop_token& stop) {
    if (++runs == 1) {
      while (!stop.stop_requested()) std::this_thread::yield();
    }
    return Outcome(RunResult{});
  });
  worker.start({});
  while (runs == 0) std::this_thread::yield();
  worker.start({});
  worker.wait();
  EXPECT_EQ(runs, 2);
  EXPECT_TRUE(worker.take().has_value());
  EXPECT_FALSE(worker.take().has_value());
}

}  // namespace
}  // namespace app
