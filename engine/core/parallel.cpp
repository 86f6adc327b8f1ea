// parallel.cpp: a few threads that wait for work.
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

namespace engine {
namespace {

thread_local bool is_split = false;  // whether this thread works on a part of something already
thread_local const std::stop_token* current_stop = nullptr;

// For how long a thread stays awake: one product follows another within a few microseconds, and to wake a
// thread takes many.
constexpr std::chrono::microseconds kStaysAwake{100};

// Waits, awake, until has_come() or for kStaysAwake; a thread that waits for this core gets it meanwhile.
template <class HasCome>
void stay_awake_until(HasCome has_come) {
  const auto end = std::chrono::steady_clock::now() + kStaysAwake;
  while (!has_come() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
}

// One call of parallel_for: its parts are taken in turn by whoever is free.
struct Job {
  const std::function<void(Index)>& work;
  Index count;
  const std::stop_token* stop;
  std::atomic<Index> next = 0;
  std::atomic<Index> helpers = 0;  // threads of the pool that are at it; changed under the pool's mutex
  std::mutex failing;
  std::exception_ptr failed;  // the first that a part ended with: the rest is left, and the caller gets it

  void take_parts() noexcept {
    for (Index part = next++; part < count; part = next++) {
      try {
        work(part);
      } catch (...) {
        const std::lock_guard lock(failing);
        if (!failed) failed = std::current_exception();
        next = count;
      }
    }
  }
};

class Pool {
 public:
  explicit Pool(Index threads) {
    threads_.reserve(static_cast<size_t>(threads));
    for (Index i = 0; i < threads; ++i)
      threads_.emplace_back([this](const std::stop_token& stop) { serve(stop); });
  }

  // One job at a time: a second caller works alone.
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
      job_ = nullptr;  // no part is left: others may offer theirs
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
  std::atomic<std::uint64_t> offers_ = 0;  // how many jobs there were; changed under the mutex
  std::vector<std::jthread> threads_;
};

Pool& pool() {
  static Pool instance(cores() - 1);
  return instance;
}

}  // namespace

Index cores() {
  static const Index kCount = std::max<Index>(1, static_cast<Index>(std::thread::hardware_concurrency()));
  return kCount;
}

void parallel_for(Index count, const std::function<void(Index)>& work) {
  Job job{.work = work, .count = count, .stop = current_stop};
  if (count < 2 || is_split || cores() < 2) {
    job.take_parts();
  } else {
    is_split = true;
    if (!pool().run(job)) job.take_parts();
    is_split = false;
  }
  if (job.failed) std::rethrow_exception(job.failed);
}

Serial::Serial() : before_(is_split) {
  is_split = true;
}

Serial::~Serial() {
  is_split = before_;
}

Stoppable::Stoppable(std::stop_token stop) : stop_(std::move(stop)), before_(current_stop) {
  current_stop = &stop_;
}

Stoppable::~Stoppable() {
  current_stop = before_;
}

bool stop_requested() {
  return current_stop != nullptr && current_stop->stop_requested();
}

}  // namespace engine
