// parallel.cpp: a small thread pool.
#include "engine/core/parallel.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "engine/core/thread.h"

namespace engine {
namespace {

thread_local bool is_split = false;  // whether this thread already works on a part of something
thread_local const std::stop_token* current_stop = nullptr;

// How long an idle thread stays awake: products follow each other within a few microseconds, and waking a
// thread takes many.
constexpr std::chrono::microseconds kStaysAwake{100};

// Spins until has_come() or for kStaysAwake; yields the core to any thread that waits for it.
template <class HasCome>
void stay_awake_until(HasCome has_come) {
  const auto end = std::chrono::steady_clock::now() + kStaysAwake;
  while (!has_come() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
}

// One call of parallel_for: free threads take its parts in turn.
struct Job {
  const std::function<void(Index, Index)>& work;
  Index count;
  bool claims_ahead;  // each thread takes its next part before it begins one
  const std::stop_token* stop;
  std::atomic<Index> next = 0;
  std::atomic<Index> helpers = 0;  // pool threads at work on it; changed under the pool's mutex
  std::mutex failing;
  std::exception_ptr failed;  // the first exception of a part: the rest is skipped, and the caller rethrows
                              // it

  void take_parts() noexcept {
    for (Index part = next++; part < count;) {
      Index then = claims_ahead ? next++ : count;
      try {
        work(part, std::min(then, count));
      } catch (...) {
        const std::lock_guard lock(failing);
        if (!failed) failed = std::current_exception();
        next = then = count;
      }
      part = claims_ahead ? then : Index{next++};
    }
  }
};

class Pool {
 public:
  explicit Pool(Index threads) {
    threads_.reserve(static_cast<size_t>(threads));
    // Where the system has none left, the caller takes every part that no thread takes.
    for (Index added = 0; added < threads; ++added) {
      std::jthread thread = thread_or_none([this](const std::stop_token& stop) { serve(stop); });
      if (!thread.joinable()) break;
      threads_.push_back(std::move(thread));
    }
  }

  // One job at a time: a second caller runs its job alone.
  bool run(Job& job) {
    {
      const std::lock_guard lock(mutex_);
      if (job_ != nullptr) return false;
      job_ = &job;
      ++offers_;
    }
    wake_.notify_all();
    job.take_parts();
    {
      const std::lock_guard lock(mutex_);
      job_ = nullptr;  // no part is left: others may submit theirs
    }
    stay_awake_until([&] { return job.helpers == 0; });
    std::unique_lock lock(mutex_);
    done_.wait(lock, [&] { return job.helpers == 0; });
    return true;
  }

 private:
  void serve(const std::stop_token& stop) {
    is_split = true;
    std::unique_lock lock(mutex_);
    while (wake_.wait(lock, stop, [&] { return job_ != nullptr && job_->next < job_->count; })) {
      Job& job = *job_;
      const std::uint64_t seen = offers_;
      ++job.helpers;
      lock.unlock();
      current_stop = job.stop;
      job.take_parts();
      current_stop = nullptr;
      lock.lock();
      if (--job.helpers == 0) done_.notify_all();
      lock.unlock();
      stay_awake_until([&] { return offers_ != seen; });
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::condition_variable done_;
  Job* job_ = nullptr;
  std::atomic<std::uint64_t> offers_ = 0;  // jobs so far; changed under the mutex
  std::vector<std::jthread> threads_;
};

Pool& pool() {
  static Pool instance(cores() - 1);
  return instance;
}

// On all cores where it is worth it; rethrows what a part threw.
void run(Job& job) {
  if (job.count < 2 || is_split || cores() < 2) {
    job.take_parts();
  } else {
    is_split = true;
    if (!pool().run(job)) job.take_parts();
    is_split = false;
  }
  if (job.failed) std::rethrow_exception(job.failed);
}

}  // namespace

Index cores() {
  static const Index kCount = std::max<Index>(1, static_cast<Index>(std::thread::hardware_concurrency()));
  return kCount;
}

void parallel_for(Index count, const std::function<void(Index)>& work) {
  const std::function<void(Index, Index)> any_next = [&](Index part, Index /*next*/) { work(part); };
  Job job{.work = any_next, .count = count, .claims_ahead = false, .stop = current_stop};
  run(job);
}

void parallel_for_in_turn(Index count, const std::function<void(Index, Index)>& work) {
  Job job{.work = work, .count = count, .claims_ahead = true, .stop = current_stop};
  run(job);
}

Serial::Serial() : before_(is_split) {
  is_split = true;
}

Serial::~Serial() {
  is_split = before_;
}

Stoppable::Stoppable(std::stop_token stop) : stop_(std::move(stop)), before_(current_stop) {
  if (!stop_.stop_possible() && before_ != nullptr) stop_ = *before_;
  current_stop = &stop_;
}

Stoppable::~Stoppable() {
  current_stop = before_;
}

bool stop_requested() {
  return current_stop != nullptr && current_stop->stop_requested();
}

}  // namespace engine
