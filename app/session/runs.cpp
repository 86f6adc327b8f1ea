// runs.cpp: starts runs, and stores their results.
#include "app/session/runs.h"

#include <utility>

#include "app/document/document_line.h"
#include "app/session/model_cache.h"
#include "app/session/trace_store.h"
#include "app/session/worker.h"
#include "engine/model/forward.h"
#include "engine/model/mask_changes.h"
#include "engine/training/moment.h"

namespace app {
namespace {

// A run below this many multiply-adds is done at once, so that the next frame is already right. Two cores
// with AVX-512 did 22'000 million a second or more in runs of 256 to 1024 tokens in 0 to 6 layers: 16 ms. The
// most expensive settings of the efficient methods at 256 tokens are below it too, though some take a few
// frames.
constexpr double kAtOnceOperations = 3.5e8;

// Whether two documents have the same trace except for their masks and what depends on them.
bool differs_only_in_masks(const Document& one, const Document& other) {
  Document same = one;
  static_cast<engine::Masking&>(same.config) = other.config;
  return same_run(same, other);
}

// Whether a model has to be read first: that may take long.
bool must_open(const engine::Config& config) {
  return config.model == engine::ModelKind::kCheckpoint && !checkpoints::is_open(config.checkpoint);
}

// Whether this is the model that the config names, at whatever step of its training.
bool has_model(const engine::Config& config, const checkpoints::Shared& checkpoint) {
  return checkpoint && config.model == engine::ModelKind::kCheckpoint &&
         (checkpoint->path == config.checkpoint || engine::is_same_run(checkpoint->path, config.checkpoint));
}

engine::Result<engine::Input> checked_input(const Document& document) {
  auto input = input_of(document);
  if (!input) return input;
  if (auto bad = engine::check(document.config, *input)) return *bad;
  return input;
}

}  // namespace

Runs::Runs(const std::function<void()>& wake)
    : models_(std::make_unique<ModelCache>()),
      bands_(std::make_shared<engine::BandCache>()),
      kept_(std::make_unique<TraceStore>()),
      worker_(std::make_unique<TraceWorker>(run(), wake)),
      baseline_worker_(std::make_unique<TraceWorker>(run(), wake)) {}

Runs::~Runs() = default;

bool Runs::computing() const {
  return worker_->running() || baseline_worker_->running();
}

double Runs::computed() const {
  return worker_->running() ? worker_->done() : 0;
}

// Makes traces with the available models, on either thread.
Run Runs::run() const {
  return [models = models_.get(), bands = bands_](const Task& task, const std::stop_token& stop) -> Outcome {
    const engine::Config& config = task.document.config;
    const auto tell = [&](double done) { *task.done = done; };
    const auto open = models->get(config, stop, tell);
    if (stop.stop_requested()) return RunResult{};
    if (!open) return open.error();
    const auto input = task.input ? engine::Result<engine::Input>(*task.input) : checked_input(task.document);
    if (!input) return input.error();
    RunResult made{
        engine::forward(*open->model, *input, config, stop, task.earlier, {std::nullopt, bands}, tell),
        open->checkpoint};
    const auto gradients = add_gradients(made.trace, task.document, stop);
    if (gradients) {
      made.trace = *gradients;
    } else {
      made.no_gradients = gradients.error();
    }
    if (auto bad = task.watch.check()) return *bad;
    return made;
  };
}

void Runs::refresh(const Document& document) {
  if (has_run_ && document_ == document) return;
  const Document before = std::exchange(document_, document);
  const bool is_first = !std::exchange(has_run_, true);
  if (is_first || !same_run(before, document_)) compute();
  if (is_first || before.baseline != document_.baseline) compute_baseline();
}

void Runs::take_finished() {
  const auto finished = worker_->take();
  const auto compared = baseline_worker_->take();
  if (finished) take(*finished);
  if (compared && compared->ok()) take_baseline(**compared);
}

void Runs::take_baseline(const RunResult& result) {
  baseline_trace_ = result.trace;
  baseline_checkpoint_ = result.checkpoint;
  if (baseline_trace_) kept_->keep(*baseline_, result);
}

// A document's task, with the input already read if that cannot take long. Errors: those of input_of,
// engine::check.
engine::Result<Task> Runs::task_of(const Document& document) const {
  InputWatch watch(document);
  if (must_open(document.config)) return Task{document, std::nullopt, trace_, std::move(watch)};
  auto input = within_memory([&] { return checked_input(document); });
  if (!input) return input.error();
  return Task{document, std::move(input).value(), trace_, std::move(watch)};
}

// The trace of the baseline, usually a document of a moment ago.
void Runs::compute_baseline() {
  baseline_worker_->cancel();
  baseline_trace_.reset();
  baseline_checkpoint_.reset();
  auto read = document_.baseline ? from_line(*document_.baseline) : engine::Error{};
  baseline_ = read ? std::optional(std::move(read).value()) : std::nullopt;
  if (!baseline_) return;
  if (const RunResult known = kept_->find(*baseline_); known.trace) return take_baseline(known);
  auto task = task_of(*baseline_);
  if (!task) return;
  if (cost(*task) >= kAtOnceOperations) return baseline_worker_->start(std::move(task).value());
  if (const auto made = attempt(run(), *task)) take_baseline(*made);
}

void Runs::compute() {
  worker_->cancel();
  error_.reset();
  if (const RunResult known = kept_->find(document_); known.trace) return take(known);
  auto task = task_of(document_);
  if (!task) {
    take(task.error());
  } else if (cost(*task) < kAtOnceOperations) {
    take(attempt(run(), *task));
  } else {
    worker_->start(std::move(task).value());
  }
}

// A run's cost in multiply-adds, including the creation of its model if that is not available. If it differs
// from the current trace only in masks, reuses what comes before them.
double Runs::cost(const Task& task) const {
  if (!task.input) return kAtOnceOperations;
  const engine::Config& config = task.document.config;
  const bool below_masks = trace_ && differs_only_in_masks(trace_document_, task.document);
  const double operations = below_masks
                                ? engine::estimate_below_masks(config, *task.input, trace_document_.config)
                                : engine::estimate_operations(config, *task.input);
  return models_->has(config) ? operations
                              : operations + kOperationsPerWeight * engine::count_weights(config);
}

void Runs::take(const Outcome& outcome) {
  if (trace_) earlier_trace_ = std::move(trace_);
  if (!outcome) {
    // A trace of another document would be taken for that of this one. Its model stays if both have the same:
    // it tells what the input is made of.
    error_ = outcome.error();
    trace_.reset();
    if (!has_model(document_.config, checkpoint_)) checkpoint_.reset();
    return;
  }
  error_ = outcome->no_gradients;
  trace_ = outcome->trace;
  checkpoint_ = outcome->checkpoint;
  trace_document_ = document_;
  if (trace_) kept_->keep(document_, *outcome);
}

void Runs::run_again() {
  kept_->clear();
  compute();
  compute_baseline();
}

// Nothing tells which values were read before a file changed.
void Runs::lose_changed_models() {
  const auto check = [](const checkpoints::Shared& checkpoint) {
    return checkpoint ? checkpoints::check_unchanged(*checkpoint) : std::nullopt;
  };
  if (check(baseline_checkpoint_)) {
    kept_->clear();
    compute_baseline();
  }
  auto bad = check(checkpoint_);
  if (!bad) return;
  worker_->cancel();
  kept_->clear();
  checkpoint_.reset();
  trace_.reset();
  earlier_trace_.reset();
  error_ = std::move(bad);
}

void Runs::settle() {
  worker_->wait();
  baseline_worker_->wait();
  take_finished();
}

}  // namespace app
