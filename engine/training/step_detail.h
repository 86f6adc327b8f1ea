// step_detail.h: what happens inside one step of training: the batch, its loss, and how long the gradient is
// in each part of the model.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/training/run.h"

namespace engine {

// Parameters that stand together in the computation, and a sub-layer's within those of its layer.
struct ParameterBlock {
  std::string name;                   // "embedding", "encoder.0", "encoder.0.self", "decoder.norm", "output"
  std::vector<size_t> tensors;        // indices into TrainedModel::tensors()
  Index numbers = 0;                  // in all of them
  double gradient = 0;                // length of their gradient, before clipping
  double change = 0;                  // length of what the step adds to them
  std::vector<ParameterBlock> parts;  // the sub-layers of a layer; else empty
};

struct StepDetail {
  StepReport report;
  std::vector<TaskCase> batch;
  std::vector<BatchLoss> losses;       // of each example
  Index divisor = 1;                   // of their sum in the loss: the rows with a label
  double shrink = 1;                   // what the gradient is multiplied by: below 1 where it is clipped
  Gradients gradients;                 // before clipping, in the order of TrainedModel::tensors()
  std::vector<ParameterBlock> blocks;  // in the order of the computation
};

// The step that a run of `recipe`, with its changes of the rate, takes from this model and state: what
// TrainingRun::advance() does, by a run of its own, so that all numbers are that run's, bit for bit. `before`
// has the shapes that the recipe gives, and is only read. Nullopt if `stop` was requested; errors of
// advance().
std::optional<Result<StepDetail>> step_detail(const Task& task, const Recipe& recipe,
                                              const TrainedModel& before, const OptimiserState& state_before,
                                              const std::stop_token& stop = {});

}  // namespace engine
