// runs.h: the trace that belongs to a document, and that of the one it is compared with: made at once where
// that is quick, else on a thread of its own.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

#include "app/document/checkpoints.h"
#include "app/document/document.h"
#include "engine/core/band_cache.h"
#include "engine/core/result.h"
#include "engine/core/trace.h"

namespace app {

class ModelCache;
class TraceStore;
class TraceWorker;
struct Task;
struct RunResult;

class Runs {
 public:
  // `wake` is called from another thread when a long run has finished; it may be empty.
  explicit Runs(const std::function<void()>& wake);
  ~Runs();
  Runs(const Runs&) = delete;
  Runs& operator=(const Runs&) = delete;

  // Runs what has changed since the last call.
  void refresh(const Document& document);
  // Runs it again: something has changed that it only names.
  void run_again();
  // Takes over the runs that have finished.
  void take_finished();
  // Numbers that were made with a model whose file was cut short or overwritten go.
  void lose_changed_models();
  // Waits until no run is under way, and takes them over.
  void settle();

  // The last trace that was made; null only where none could be made yet. While a long run is under way, and
  // where the document cannot be run (then error() says why), it is that of an earlier document.
  const std::shared_ptr<const engine::Trace>& trace() const { return trace_; }
  // The document that it was made from; only where there is a trace.
  const Document& trace_document() const { return trace_document_; }
  // It is looked at here.
  void look_at(const Focus& focus) { trace_document_.focus = focus; }
  // The trace before the last change of what is run; null where nothing has changed yet.
  const std::shared_ptr<const engine::Trace>& earlier_trace() const { return earlier_trace_; }
  // The trained model that made the trace; null where it is none.
  const checkpoints::Shared& checkpoint() const { return checkpoint_; }
  // The document that this one is compared with, and its trace: null where there is none, or not yet.
  const std::optional<Document>& baseline() const { return baseline_; }
  const std::shared_ptr<const engine::Trace>& baseline_trace() const { return baseline_trace_; }
  const std::optional<engine::Error>& error() const { return error_; }
  bool computing() const;
  // Which part of the run under way is done, 0 to 1; 0 where that is not known yet.
  double computed() const;
  const engine::BandCache& bands() const { return *bands_; }

 private:
  std::function<engine::Result<RunResult>(const Task&, const std::stop_token&)> run() const;
  engine::Result<Task> task_of(const Document& document) const;
  double cost(const Task& task) const;
  void compute();
  void compute_baseline();
  void take(const engine::Result<RunResult>& outcome);
  void take_baseline(const RunResult& result);

  std::unique_ptr<ModelCache> models_;
  std::shared_ptr<engine::BandCache> bands_;
  std::unique_ptr<TraceStore> kept_;
  std::unique_ptr<TraceWorker> worker_;
  std::unique_ptr<TraceWorker> baseline_worker_;

  Document document_;  // what the runs, made or under way, are of
  bool has_run_ = false;
  std::shared_ptr<const engine::Trace> trace_;
  std::shared_ptr<const engine::Trace> earlier_trace_;
  checkpoints::Shared checkpoint_;
  Document trace_document_;
  std::optional<engine::Error> error_;
  std::optional<Document> baseline_;
  std::shared_ptr<const engine::Trace> baseline_trace_;
  checkpoints::Shared baseline_checkpoint_;  // that it was made with; null where it is none
};

}  // namespace app
