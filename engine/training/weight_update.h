// weight_update.h: how one number of a model comes to its next value in a step of training: each example's
// share of its gradient, and all that AdamW does with it.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/core/explanation.h"
#include "engine/training/step_detail.h"

namespace engine {

// One number of a model.
struct WeightPlace {
  size_t tensor = 0;  // index into TrainedModel::tensors()
  Index row = 0;
  Index column = 0;
  bool operator==(const WeightPlace&) const = default;
};

// The lines of the arithmetic, in their order.
enum class UpdateLine {
  kGradient,     // the sum of the examples' shares
  kClipped,      // times the clip's factor
  kMean,         // running mean of the gradients
  kSquare,       // running mean of their squares
  kWholeMean,    // divided by what it has seen
  kWholeSquare,  // as well
  kDirection,    // the one divided by the root of the other
  kPull,         // of the decay; left out where the number's size is kept
  kNumber,       // after the step
};

// Every line's result is the number that training has: float32 where it keeps it, so that the terms, which
// are in double precision, give it up to that rounding.
struct ExplainedLine {
  UpdateLine line = UpdateLine::kGradient;
  Explanation explanation;
};

struct WeightUpdate {
  WeightPlace place;
  std::string tensor;          // "encoder.0.self.q.weight"
  std::vector<double> shares;  // of the batch's examples in the gradient
  float gradient = 0;
  float mean_before = 0, square_before = 0;
  float number_before = 0;
  double decay = 0;     // of this number; 0: its size is kept
  StepFactors factors;  // of the step
  NumberStep step;
  std::vector<ExplainedLine> lines;
};

// `detail`: step_detail() of this task, model and state. Runs every example of the batch forward and back by
// itself: their shares add up to the gradient, up to rounding. The model's parameters must not change
// meanwhile. Nullopt if `stop` was requested.
std::optional<WeightUpdate> weight_update(const Task& task, const OptimiserSettings& settings,
                                          const TrainedModel& before, const OptimiserState& state_before,
                                          const StepDetail& detail, const WeightPlace& place,
                                          const std::stop_token& stop = {});

}  // namespace engine
