// worker.cpp: one thread that takes the newest task.
#include "app/session/worker.h"

#include <utility>

#include "engine/core/thread.h"

namespace app {

Outcome attempt(const Run& run, const Task& task, const std::stop_token& stop) {
  return within_memory([&] { return run(task, stop); });
}

TraceWorker::TraceWorker(Run run, std::function<void()> wake)
    : run_(std::move(run)),
      wake_(std::move(wake)),
      thread_(engine::thread_or_none([this](const std::stop_token& quit) { loop(quit); })) {}

TraceWorker::~TraceWorker() {
  cancel();
  thread_.request_stop();
}

void TraceWorker::start(Task task) {
  std::unique_lock lock(mutex_);
  current_.request_stop();
  finished_.reset();
  done_ = task.done;
  waiting_ = Job{std::move(task), std::stop_source()};
  if (!thread_.joinable()) return run_newest(lock);
  changed_.notify_all();
}

void TraceWorker::cancel() {
  const std::lock_guard lock(mutex_);
  current_.request_stop();
  waiting_.reset();
  finished_.reset();
}

void TraceWorker::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !waiting_ && !busy_; });
}

bool TraceWorker::running() const {
  const std::lock_guard lock(mutex_);
  return waiting_.has_value() || (busy_ && !current_.stop_requested());
}

double TraceWorker::done() const {
  const std::lock_guard lock(mutex_);
  return done_ ? done_->load() : 0;
}

std::optional<Outcome> TraceWorker::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(finished_, std::nullopt);
}

void TraceWorker::loop(const std::stop_token& quit) {
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, quit, [this] { return waiting_.has_value(); })) run_newest(lock);
}

// Takes what waits; the lock is held before and after.
void TraceWorker::run_newest(std::unique_lock<std::mutex>& lock) {
  const Job job = *std::exchange(waiting_, std::nullopt);
  current_ = job.stop;
  busy_ = true;
  lock.unlock();
  auto outcome = attempt(run_, job.task, job.stop.get_token());
  lock.lock();
  busy_ = false;
  const bool wanted = !job.stop.stop_requested();
  if (wanted) finished_ = std::move(outcome);
  changed_.notify_all();
  if (!wanted || !wake_) return;
  lock.unlock();
  wake_();
  lock.lock();
}

}  // namespace app
