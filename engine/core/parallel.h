// parallel.h: work split over the processor's cores, and how it is told to stop.
#pragma once

#include <functional>
#include <stop_token>

#include "engine/core/matrix.h"

namespace engine {

// From this many numbers on, what is made number by number or row by row is worth making on several cores.
inline constexpr Index kNumbersWorthSplitting = 20'000;

// How many cores work is split over: those that this process may use.
Index cores();

// Runs work(0), ..., work(count - 1), each once, on all cores, and returns when all are done. Inside of such
// work, and of a Serial, another call runs in place: one level is split, never two. What a part throws, as
// where memory runs out, is thrown on; parts that were not begun are left.
void parallel_for(Index count, const std::function<void(Index)>& work);

// As long as it lives, this thread's work is not split: for work that is not worth it.
class Serial {
 public:
  Serial();
  ~Serial();
  Serial(const Serial&) = delete;
  Serial& operator=(const Serial&) = delete;

 private:
  bool before_;
};

// As long as it lives, long work on this thread, and what parallel_for makes of it on others, looks at `stop`
// and ends early where it is requested: its result is then worth nothing, and the caller must ask as well.
class Stoppable {
 public:
  explicit Stoppable(std::stop_token stop);
  ~Stoppable();
  Stoppable(const Stoppable&) = delete;
  Stoppable& operator=(const Stoppable&) = delete;

 private:
  std::stop_token stop_;
  const std::stop_token* before_;
};

// Whether the work under way on this thread should end.
bool stop_requested();

}  // namespace engine
