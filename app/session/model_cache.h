// model_cache.h: the last model that was made, for whichever thread runs it next.
#pragma once

#include <memory>
#include <mutex>

#include "app/document/checkpoints.h"
#include "engine/model/weights.h"

namespace app {

// Drawing one weight of a new model takes as long as this many multiply-adds.
inline constexpr double kOperationsPerWeight = 70;

// A model, and the checkpoint that it is of, if it was trained.
struct OpenModel {
  std::shared_ptr<const engine::Model> model;
  checkpoints::Shared checkpoint;
};

class ModelCache {
 public:
  // Whether get() has nothing to make.
  bool has(const engine::Config& config) const;

  // The model that `config` names: the last one, or a new one, which takes as long as it has weights to draw.
  // Errors: those of checkpoints::open_fitting.
  engine::Result<OpenModel> get(const engine::Config& config, const std::stop_token& stop);

 private:
  std::shared_ptr<const engine::Model> find(const engine::Config& config) const;

  mutable std::mutex mutex_;
  std::shared_ptr<const engine::Model> model_;
  engine::Config config_;
};

}  // namespace app
