// What is made in the background: in the order of what is looked at, and given up when nobody looks.
#include "app/session/background.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <new>
#include <vector>

#include "tests/session/no_threads.h"

namespace app {
namespace {

// Work that holds the thread until it is let go, so that the queue behind it can be filled.
class Gate {
 public:
  void enter() {
    is_in_ = true;
    is_in_.notify_all();
    while (!is_open_ && !engine::stop_requested()) std::this_thread::yield();
    was_stopped_ = engine::stop_requested();
    has_left_ = true;
    has_left_.notify_all();
  }
  void wait_until_in() const { is_in_.wait(false); }
  void wait_until_left() const { has_left_.wait(false); }
  void open() { is_open_ = true; }
  bool was_stopped() const { return was_stopped_; }

 private:
  std::atomic<bool> is_in_ = false;
  std::atomic<bool> is_open_ = false;
  std::atomic<bool> was_stopped_ = false;
  std::atomic<bool> has_left_ = false;
};

TEST(Background, WithoutAThreadAValueIsThereAtOnce) {
  const NoThreads none;
  Background background;
  const auto value = std::make_shared<Later<int>>();
  background.want(
      value, [] { return 7; }, Urgency::kCanWait);
  ASSERT_NE(value->get(), nullptr);
  EXPECT_EQ(*value->get(), 7);
  EXPECT_FALSE(background.busy());
  background.settle();
}

TEST(Background, AValueIsMadeOnceAndIsThereLater) {
  Background background;
  const auto value = std::make_shared<Later<int>>();
  int made = 0;
  EXPECT_EQ(value->get(), nullptr);
  for (int frame = 0; frame < 3; ++frame) {
    background.begin_frame();
    background.want(
        value, [&made] { return 40 + ++made; }, Urgency::kCanWait);
    background.settle();
  }
  ASSERT_NE(value->get(), nullptr);
  EXPECT_EQ(*value->get(), 41);
}

// Takes more memory than there is.
struct Insatiable {
  void measure() {
    ++times;
    throw std::bad_alloc();
  }
  void fail() { has_failed = true; }

  std::atomic<int> times = 0;
  std::atomic<bool> has_failed = false;
};

TEST(Background, MemoryThatRunsOutEndsTheWorkAndNothingElse) {
  Background background;
  const auto greedy = std::make_shared<Insatiable>();
  const auto value = std::make_shared<Later<int>>();
  background.begin_frame();
  background.want_measured(greedy, Urgency::kCanWait);
  background.want(
      value, []() -> int { throw std::bad_alloc(); }, Urgency::kCanWait);
  background.settle();
  EXPECT_TRUE(greedy->has_failed);
  EXPECT_EQ(greedy->times, 1);
  EXPECT_TRUE(value->failed());
  EXPECT_EQ(value->get(), nullptr);
}

TEST(Background, WhatIsLookedAtGoesFirstThenTheOrderOfTheFrame) {
  Background background;
  Gate gate;
  std::vector<int> order;
  background.begin_frame();
  background.want(
      &gate, [&gate] { gate.enter(); }, Urgency::kLookedAt);
  gate.wait_until_in();
  const std::vector<int> names = {0, 1, 2, 3};
  for (const int& name : names) {
    const auto urgency = name == 2 ? Urgency::kLookedAt : Urgency::kCanWait;
    background.want(
        &name, [&order, name] { order.push_back(name); }, urgency);
  }
  gate.open();
  background.settle();
  EXPECT_EQ(order, (std::vector<int>{2, 0, 1, 3}));
}

TEST(Background, GivesUpWhatTheNextFrameDoesNotWant) {
  Background background;
  Gate gate;
  int waiting = 0;
  bool ran = false;
  background.begin_frame();
  background.want(
      &gate, [&gate] { gate.enter(); }, Urgency::kCanWait);
  gate.wait_until_in();
  background.want(
      &waiting, [&ran] { ran = true; }, Urgency::kCanWait);
  background.begin_frame();  // a frame that wants neither
  EXPECT_TRUE(background.busy());
  background.begin_frame();
  gate.wait_until_left();
  background.settle();
  EXPECT_TRUE(gate.was_stopped());
  EXPECT_FALSE(ran);
}

TEST(Background, WhatIsLookedAtStopsWhatCanWait) {
  Background background;
  Gate gate;
  bool ran = false;
  background.begin_frame();
  background.want(
      &gate, [&gate] { gate.enter(); }, Urgency::kCanWait);
  gate.wait_until_in();
  background.want(
      &ran, [&ran] { ran = true; }, Urgency::kLookedAt);
  background.settle();
  EXPECT_TRUE(gate.was_stopped());
  EXPECT_TRUE(ran);
}

TEST(Background, NoMemoryIsAFailureAndNotTriedAgain) {
  Background background;
  const auto value = std::make_shared<Later<int>>();
  int tries = 0;
  for (int frame = 0; frame < 3; ++frame) {
    background.begin_frame();
    background.want(
        value,
        [&tries]() -> int {
          ++tries;
          throw std::bad_alloc();
        },
        Urgency::kCanWait);
    background.settle();
  }
  EXPECT_EQ(value->get(), nullptr);
  EXPECT_TRUE(value->failed());
  EXPECT_EQ(tries, 1);
}

}  // namespace
}  // namespace app
