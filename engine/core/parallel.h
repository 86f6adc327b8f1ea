// parallel.h: splits work over the processor's cores, and stops it early.
#pragma once

#include <functional>
#include <stop_token>

#include "engine/core/matrix.h"

namespace engine {

// Elementwise and rowwise work is worth splitting over several cores from this many values up.
inline constexpr Index kNumbersWorthSplitting = 20'000;

// The number of cores to split work over: those that this process may use.
Index cores();

// Runs work(0), ..., work(count - 1), each once, on all cores, and returns when all are done. A call from
// inside such work, or while a Serial lives, runs in place: only one level is split. Rethrows what a part
// throws, for example when memory runs out, and skips the parts that have not started.
void parallel_for(Index count, const std::function<void(Index)>& work);

// The same of work(part, next): `next` is the part that this thread takes after it, or `count`, so that what
// it needs can be fetched in time.
void parallel_for_in_turn(Index count, const std::function<void(Index, Index)>& work);

// While it lives, this thread's work is not split: for work that is too small.
class Serial {
 public:
  Serial();
  ~Serial();
  Serial(const Serial&) = delete;
  Serial& operator=(const Serial&) = delete;

 private:
  bool before_;
};

// While it lives, long work on this thread, and what parallel_for runs of it on others, checks `stop` and
// ends early if requested; the result is then invalid, and the caller must check too. A `stop` that can never
// be requested, such as an empty one, leaves the stop of the work around it in force.
class Stoppable {
 public:
  explicit Stoppable(std::stop_token stop);
  ~Stoppable();
  Stoppable(const Stoppable&) = delete;
  Stoppable& operator=(const Stoppable&) = delete;

  // The stop in force.
  const std::stop_token& token() const { return stop_; }

 private:
  std::stop_token stop_;
  const std::stop_token* before_;
};

// Whether the current work on this thread should end.
bool stop_requested();

}  // namespace engine
