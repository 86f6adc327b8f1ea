// model_cache.cpp: makes a model outside the lock, so that no thread waits for another's.
#include "app/session/model_cache.h"

namespace app {

bool ModelCache::has(const engine::Config& config) const {
  return find(config) != nullptr;
}

std::shared_ptr<const engine::Model> ModelCache::get(const engine::Config& config) {
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
