// worker.cpp: one thread that takes the newest job.
#include "app/session/worker.h"

#include <utility>

namespace app {

TraceWorker::TraceWorker(std::function<void()> wake)
    : wake_(std::move(wake)), thread_([this](const std::stop_token& quit) { loop(quit); }) {}

TraceWorker::~TraceWorker() {
  cancel();
  thread_.request_stop();
}

void TraceWorker::start(std::shared_ptr<const engine::Model> model, engine::Sequence sequence,
                        engine::Config config) {
  const std::lock_guard lock(mutex_);
  current_.request_stop();
  finished_.reset();
  waiting_ = Job{std::move(model), std::move(sequence), config, std::stop_source()};
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

std::shared_ptr<const engine::Trace> TraceWorker::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(finished_, nullptr);
}

void TraceWorker::loop(const std::stop_token& quit) {
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, quit, [this] { return waiting_.has_value(); })) {
    const Job job = *std::exchange(waiting_, std::nullopt);
    current_ = job.stop;
    busy_ = true;
    lock.unlock();
    auto trace = engine::forward(*job.model, job.sequence, job.config, job.stop.get_token());
    lock.lock();
    busy_ = false;
    if (!job.stop.stop_requested()) finished_ = std::move(trace);
    changed_.notify_all();
    if (finished_ && wake_) wake_();
  }
}

}  // namespace app
