// worker.h: runs long traces on a thread of its own; a newer run cancels the older, and who asks for it never
// waits.
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

// A run's trace, null where it was stopped; or why there is none.
using Outcome = engine::Result<std::shared_ptr<const engine::Trace>>;

// Makes a trace of a sequence; it may throw std::bad_alloc.
using Run = std::function<Outcome(const engine::Sequence&, const engine::Config&, const std::stop_token&)>;

// run(...), with error.out_of_memory where the memory did not suffice.
Outcome attempt(const Run& run, const engine::Sequence& sequence, const engine::Config& config,
                const std::stop_token& stop = {});

class TraceWorker {
 public:
  // `run` and `wake` are called on the worker's thread: `wake` when a run has finished; it may be empty.
  explicit TraceWorker(Run run, std::function<void()> wake = {});
  // Stops the run that is under way and waits until it has noticed: one product, or one model, at most.
  ~TraceWorker();
  TraceWorker(const TraceWorker&) = delete;
  TraceWorker& operator=(const TraceWorker&) = delete;

  void start(engine::Sequence sequence, const engine::Config& config);
  void cancel();
  void wait();
  bool running() const;

  // What came of the newest run, once it has finished; nothing before, and afterwards.
  std::optional<Outcome> take();

 private:
  struct Job {
    engine::Sequence sequence;
    engine::Config config;
    std::stop_source stop;
  };

  void loop(const std::stop_token& quit);

  Run run_;
  std::function<void()> wake_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::optional<Job> waiting_;
  std::stop_source current_;
  bool busy_ = false;
  std::optional<Outcome> finished_;
  std::jthread thread_;
};

}  // namespace app
