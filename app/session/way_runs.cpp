// way_runs.cpp: one setting changed, and the model run again; ways with the same parameters share a model.
#include "app/session/way_runs.h"

#include <algorithm>

#include "app/document/checkpoints.h"
#include "app/session/model_cache.h"
#include "engine/model/forward.h"

namespace app {
namespace {

// In multiply-adds, of all runs together: about 4 ms of the rate in runs.cpp.
constexpr double kQuickOperations = 8.8e7;
// Of one run, and what all of them keep: beyond that a wall would fill too slowly, or take too much memory.
constexpr double kMostOperationsOfOne = 5e9;
constexpr double kMostBytesOfAll = 4e8;
// With random weights, a table of positions and a table of distances make models of their own.
constexpr int kModels = 3;

}  // namespace

WayRuns::WayRuns(Document document, std::shared_ptr<const engine::Trace> trace)
    : document_(std::move(document)), trace_(std::move(trace)) {
  document_.gradient.reset();
  document_.config.companion = {};
  estimate();
}

void WayRuns::estimate() {
  const auto input = input_of(document_);
  if (!input) return;
  const engine::Config& config = document_.config;
  const auto count = static_cast<double>(ways().size());
  const double operations = engine::estimate_operations(config, *input);
  const bool is_trained = config.model == engine::ModelKind::kCheckpoint;
  const double models = is_trained ? 0 : kModels * kOperationsPerWeight * engine::count_weights(config);
  is_quick_ = count * operations + models <= kQuickOperations;
  is_too_much_ = operations > kMostOperationsOfOne ||
                 count * engine::estimate_full_bytes(config, *input) > kMostBytesOfAll;
}

std::shared_ptr<const engine::Model> WayRuns::model_of(const engine::Config& config) const {
  const std::lock_guard lock(mutex_);
  const auto known = std::find_if(models_.begin(), models_.end(),
                                  [&](const auto& kept) { return engine::same_model(kept.first, config); });
  if (known != models_.end()) return known->second;
  const auto made = checkpoints::model_of(config);
  return made ? models_.emplace_back(config, *made).second : nullptr;
}

std::shared_ptr<const engine::Trace> WayRuns::run(const Way& way, const engine::StageAddress& place) const {
  State with{document_, {}};
  use_way(with, way, place);
  const auto input = input_of(with.document);
  const auto model = model_of(with.document.config);
  if (!input || !model) return nullptr;
  return engine::forward(*model, *input, with.document.config, {}, trace_);
}

}  // namespace app
