// worker.h: runs long traces on a thread of its own; a newer run cancels the older and never waits for it.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "engine/model/forward.h"

namespace app {

class TraceWorker {
 public:
  // `wake` is called from the worker's thread when a run has finished; it may be empty.
  explicit TraceWorker(std::function<void()> wake = {});
  ~TraceWorker();
  TraceWorker(const TraceWorker&) = delete;
  TraceWorker& operator=(const TraceWorker&) = delete;

  void start(std::shared_ptr<const engine::Model> model, engine::Sequence sequence, engine::Config config);
  void cancel();
  void wait();
  bool running() const;

  // The newest run's trace, once it has finished; null before, and afterwards.
  std::shared_ptr<const engine::Trace> take();

 private:
  struct Job {
    std::shared_ptr<const engine::Model> model;
    engine::Sequence sequence;
    engine::Config config;
    std::stop_source stop;
  };

  void loop(const std::stop_token& quit);

  std::function<void()> wake_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::optional<Job> waiting_;
  std::stop_source current_;
  bool busy_ = false;
  std::shared_ptr<const engine::Trace> finished_;
  std::jthread thread_;
};

}  // namespace app
