// runs.h: the trace of a document, and that of its baseline: computed at once if that is quick, otherwise on
// a separate thread.
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
  // Runs it again: something that it only refers to has changed.
  void run_again();
  // Takes over finished runs.
  void take_finished();
  // Drops results of models whose file was truncated or overwritten.
  void lose_changed_models();
  // Waits until no run is in progress, and takes over the results.
  void settle();

  // The last trace; during a long run it belongs to an earlier document. Null until the first one is made,
  // and if the document cannot be run: then error() says why.
  const std::shared_ptr<const engine::Trace>& trace() const { return trace_; }
  // The document that it was made from; valid only if there is a trace.
  const Document& trace_document() const { return trace_document_; }
  // Moves the focus to this.
  void look_at(const Focus& focus) { trace_document_.focus = focus; }
  // The trace before the last change of the run; null if nothing has changed yet.
  const std::shared_ptr<const engine::Trace>& earlier_trace() const { return earlier_trace_; }
  // The trained model that made the trace, or, of a document that cannot be run, its model as far as it is
  // open; null if it is not trained.
  const checkpoints::Shared& checkpoint() const { return checkpoint_; }
  // The baseline document to compare with, and its trace: null if there is none, or not yet.
  const std::optional<Document>& baseline() const { return baseline_; }
  const std::shared_ptr<const engine::Trace>& baseline_trace() const { return baseline_trace_; }
  const std::optional<engine::Error>& error() const { return error_; }
  bool computing() const;
  // The fraction of the current run that is done, 0 to 1; 0 if not known yet.
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

  Document document_;  // the document of the finished or current runs
  bool has_run_ = false;
  std::shared_ptr<const engine::Trace> trace_;
  std::shared_ptr<const engine::Trace> earlier_trace_;
  checkpoints::Shared checkpoint_;
  Document trace_document_;
  std::optional<engine::Error> error_;
  std::optional<Document> baseline_;
  std::shared_ptr<const engine::Trace> baseline_trace_;
  checkpoints::Shared baseline_checkpoint_;  // that it was made with; null if not trained
};

}  // namespace app
