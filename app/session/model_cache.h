// model_cache.h: the last model created, for the next thread that runs it.
#pragma once

#include <memory>
#include <mutex>

#include "app/document/checkpoints.h"
#include "engine/model/weights.h"

namespace app {

// Drawing one weight of a new model takes as long as this many multiply-adds.
inline constexpr double kOperationsPerWeight = 70;

// A model, and its checkpoint, if it is a trained one.
struct OpenModel {
  std::shared_ptr<const engine::Model> model;
  checkpoints::Shared checkpoint;
};

class ModelCache {
 public:
  // Whether get() has nothing to create.
  bool has(const engine::Config& config) const;

  // The model that `config` names: the last one, or a new one, which takes time in proportion to its weights;
  // or, of a moment of training, to its steps.
  // Errors: those of checkpoints::open_fitting.
  engine::Result<OpenModel> get(const engine::Config& config, const std::stop_token& stop,
                                const loaders::Progress& progress = {});

 private:
  std::shared_ptr<const engine::Model> find(const engine::Config& config) const;

  mutable std::mutex mutex_;
  std::shared_ptr<const engine::Model> model_;
  engine::Config config_;
};

}  // namespace app
