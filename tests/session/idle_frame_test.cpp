// What a frame costs in which nothing happens. This program counts what it allocates: a copy of a state with
// a long text cannot be missed.
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <new>

#include "app/session/changes.h"
#include "app/session/session.h"

namespace {

thread_local size_t allocated = 0;  // bytes, by this thread

}  // namespace

// The sanitizer has an allocator of its own, which must not be mixed with another.
#ifndef __SANITIZE_ADDRESS__
[[gnu::noinline]] void* operator new(size_t size) {
  allocated += size;
  if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, size_t /*size*/) noexcept {
  std::free(memory);
}
#endif

namespace app {
namespace {

#ifdef __SANITIZE_ADDRESS__
constexpr bool kCounts = false;
#else
constexpr bool kCounts = true;
#endif
constexpr size_t kLongText = 1'000;

State with_long_text() {
  State state;
  // Bytes beyond what a string holds without memory of its own, few enough tokens for a quick run.
  state.document.text = std::string(kLongText, 'a');
  return state;
}

size_t allocated_by(const std::function<void()>& what) {
  const size_t before = allocated;
  what();
  return allocated - before;
}

TEST(IdleFrame, CopiesNoState) {
  if (!kCounts) GTEST_SKIP() << "nothing is counted under the sanitizer";
  Session session(with_long_text());
  session.settle();
  session.apply(Requests(), 1);
  const Requests none;
  EXPECT_LT(allocated_by([&] { session.apply(none, 2); }), kLongText);
  Requests pointing;
  pointing.hover({0, 0, 0});
  EXPECT_LT(allocated_by([&] { session.apply(pointing, 3); }), kLongText);
}

// That it is counted at all.
TEST(IdleFrame, ACopyIsCounted) {
  if (!kCounts) GTEST_SKIP() << "nothing is counted under the sanitizer";
  const State state = with_long_text();
  EXPECT_GE(allocated_by([&] { const State copy = state; }), kLongText);
}

TEST(IdleFrame, AskingWhetherAnythingChangedCopiesNothingTwice) {
  if (!kCounts) GTEST_SKIP() << "nothing is counted under the sanitizer";
  Session session(with_long_text());
  Requests elsewhere;
  elsewhere.edit("", [](State& state) { focus_on(state, "input"); });
  session.apply(elsewhere, 1);
  EXPECT_FALSE(session.is_changed());
  EXPECT_EQ(allocated_by([&] { EXPECT_FALSE(session.is_changed()); }), 0U);
}

}  // namespace
}  // namespace app
