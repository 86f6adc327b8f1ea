// model_cache.cpp: makes a model outside the lock, so that no thread waits for another's.
#include "app/session/model_cache.h"

#include "app/checkpoints.h"

namespace app {
namespace {

// Those that are open are kept elsewhere, where it is seen that their files change.
bool is_trained(const engine::Config& config) {
  return config.model == engine::ModelKind::kCheckpoint;
}

}  // namespace

bool ModelCache::has(const engine::Config& config) const {
  return is_trained(config) ? checkpoints::is_open(config.checkpoint) : find(config) != nullptr;
}

engine::Result<std::shared_ptr<const engine::Model>> ModelCache::get(const engine::Config& config) {
  if (is_trained(config)) return checkpoints::model_of(config);
  if (auto model = find(config)) return model;
  auto model = engine::make_model(config);
  const std::lock_guard lock(mutex_);
  model_ = model;
  config_ = config;
  return model;
}

std::shared_ptr<const engine::Model> ModelCache::find(const engine::Config& config) const {
  const std::lock_guard lock(mutex_);
  return model_ && engine::same_model(config_, config) ? model_ : nullptr;
}

}  // namespace app
