// model_cache.cpp: creates a model outside the lock, so that threads do not wait for each other.
#include "app/session/model_cache.h"

#include <utility>

#include "app/document/checkpoints.h"

namespace app {
namespace {

// Open checkpoints are cached elsewhere, where changes of their files are detected.
bool is_trained(const engine::Config& config) {
  return config.model == engine::ModelKind::kCheckpoint;
}

}  // namespace

bool ModelCache::has(const engine::Config& config) const {
  return is_trained(config) ? checkpoints::is_open(config.checkpoint) : find(config) != nullptr;
}

engine::Result<OpenModel> ModelCache::get(const engine::Config& config, const std::stop_token& stop,
                                          const loaders::Progress& progress) {
  if (is_trained(config)) {
    const auto opened = checkpoints::open_fitting(config, stop, progress);
    if (!opened) return opened.error();
    return OpenModel{(*opened)->model, *opened};
  }
  if (auto model = find(config)) return OpenModel{std::move(model), nullptr};
  auto model = engine::make_model(config);
  const std::lock_guard lock(mutex_);
  model_ = model;
  config_ = config;
  return OpenModel{std::move(model), nullptr};
}

std::shared_ptr<const engine::Model> ModelCache::find(const engine::Config& config) const {
  const std::lock_guard lock(mutex_);
  return model_ && engine::same_model(config_, config) ? model_ : nullptr;
}

}  // namespace app
