// worker.h: runs long traces on its own thread; a newer run cancels the older one, and the caller never
// waits.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <stop_token>
#include <thread>

#include "app/document/checkpoints.h"
#include "app/document/input_watch.h"
#include "engine/model/forward.h"

namespace app {

// What came of a run: its trace, null where it was stopped, the trained model that made it, if one did, and
// why the trace has no gradients where the document asks for some.
struct RunResult {
  std::shared_ptr<const engine::Trace> trace;
  checkpoints::Shared checkpoint;
  std::optional<engine::Error> no_gradients = {};
};
using Outcome = engine::Result<RunResult>;

// The task, and the trace from which unchanged stages can be reused (or null).
struct Task {
  Document document;
  std::optional<engine::Input> input;  // of the document; nullopt: the run reads it
  std::shared_ptr<const engine::Trace> earlier;
  InputWatch watch;  // started before the input was read
  // The fraction of the run that is done, 0 to 1; written during the run.
  std::shared_ptr<std::atomic<double>> done = std::make_shared<std::atomic<double>>(0.0);
};

// Makes the trace of a task; may throw std::bad_alloc.
using Run = std::function<Outcome(const Task&, const std::stop_token&)>;

// The Result of `make`; or error.out_of_memory if memory ran out.
template <class Make>
auto within_memory(const Make& make) -> decltype(make()) {
  try {
    return make();
  } catch (const std::bad_alloc&) {
    return engine::Error{"error.out_of_memory", {}};
  }
}

// run(...), with running out of memory as an error.
Outcome attempt(const Run& run, const Task& task, const std::stop_token& stop = {});

class TraceWorker {
 public:
  // `run` and `wake` are called on the worker's thread: `wake` when a run has finished; it may be empty.
  // Where the system has no thread left, start() calls both, and returns when the run has finished.
  explicit TraceWorker(Run run, std::function<void()> wake = {});
  // Stops the current run and waits until it notices: at most one product, or one model.
  ~TraceWorker();
  TraceWorker(const TraceWorker&) = delete;
  TraceWorker& operator=(const TraceWorker&) = delete;

  void start(Task task);
  void cancel();
  void wait();
  bool running() const;
  // The fraction of the newest run that is done, 0 to 1.
  double done() const;

  // The result of the newest run, once, after it has finished; otherwise nullopt.
  std::optional<Outcome> take();

 private:
  struct Job {
    Task task;
    std::stop_source stop;
  };

  void loop(const std::stop_token& quit);
  void run_newest(std::unique_lock<std::mutex>& lock);

  Run run_;
  std::function<void()> wake_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::optional<Job> waiting_;
  std::stop_source current_;
  std::shared_ptr<const std::atomic<double>> done_;  // of the newest run; null before the first
  bool busy_ = false;
  std::optional<Outcome> finished_;
  std::jthread thread_;
};

}  // namespace app
