// batch_pass.h: runs a batch of examples forward to its loss and back to the gradients of all parameters.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/training/batch_runner.h"
#include "engine/training/model_plan.h"
#include "engine/training/task.h"

namespace engine {

// The loss of some examples: its sum over the rows that have a label, and their number.
struct BatchLoss {
  double sum = 0;
  Index rows = 0;

  double mean() const { return rows == 0 ? 0 : sum / static_cast<double>(rows); }
};

// Room for a plan's numbers, and the calls. One thread at a time; the model's parameters must not change
// meanwhile.
class BatchPass {
 public:
  // `model` is the plan's, and outlives it.
  BatchPass(const TrainedModel& model, std::shared_ptr<const BatchPlan> plan);

  // Up to plan.shape.examples examples, none longer than their places; `padding`: the id that fills what is
  // left.
  void load(std::span<const TaskCase> cases, Index padding);

  // From the ids to the logits, and their loss: cross-entropy of the rows with a label.
  BatchLoss forward();
  // What one of the examples has of it.
  BatchLoss loss(Index example) const;

  // From the loss back: writes the gradient of the sum of all rows' losses times `share`.
  void backward(float share, Gradients& gradients);

  // The logits (rows, labels) of one of the examples.
  ConstView logits(Index example) const { return runner_.of_example(plan().end, example); }
  // A stage that the plan keeps, of one of the examples; nullptr if it keeps none of that address.
  const BatchPlace* find(const std::string& address) const { return runner_.find(address); }
  ConstView of_example(const BatchPlace& place, Index example) const {
    return runner_.of_example(place, example);
  }

 private:
  const BatchPlan& plan() const { return runner_.plan(); }
  const BatchShape& shape() const { return plan().shape; }
  const BatchPlace* find_input(std::string_view name) const;
  BatchLoss loss_of(Index first, Index count) const;
  void load_sequence(const BatchPlace* place, std::span<const TaskCase> cases, bool is_target, Index padding);
  void load_masks(std::span<const TaskCase> cases);
  void load_kept(std::span<const TaskCase> cases);
  void load_mask(const BatchPlace* place, const Matrix& base, std::span<const TaskCase> cases,
                 bool is_target);

  const TrainedModel& model_;
  BatchRunner runner_;
  Matrix encoder_mask_, decoder_mask_, cross_mask_;  // of an example without padding
  std::vector<Index> labels_;
  Matrix losses_;  // of every row of every example
  std::vector<ConstView> inputs_;
};

}  // namespace engine
