// batch_runner.h: runs the steps of a plan, and holds the numbers that they read and make.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/model/tensors.h"
#include "engine/training/batch_plan.h"

namespace engine {

// Room for a plan's numbers, and the calls. One thread at a time; the tensors must not change meanwhile.
class BatchRunner {
 public:
  // `tensors` are the plan's, and outlive it.
  BatchRunner(const Tensors& tensors, std::shared_ptr<const BatchPlan> plan);

  const BatchPlan& plan() const { return *plan_; }
  Index examples() const { return plan_->shape.examples; }

  // All steps up to the end; or those from one to before another.
  void forward() { run(plan_->forward, nullptr); }
  void forward(size_t from, size_t to) { run(std::span(plan_->forward).subspan(from, to - from), nullptr); }
  // From the seed, which must be filled, back to the gradients.
  void backward(Gradients& gradients) { run(plan_->backward, &gradients); }

  // An input of one example, to be written.
  View input(const BatchPlace& place, Index example) { return view(place, example, nullptr); }
  // The rows of all examples, one example below the other.
  View whole(const BatchPlace& place) { return whole_view(place, nullptr); }
  ConstView of_example(const BatchPlace& place, Index example) const;
  // A stage that the plan keeps; nullptr if it keeps none of that address.
  const BatchPlace* find(const std::string& address) const;

 private:
  void run(std::span<const BatchStep> steps, Gradients* gradients);
  void run_at_once(const BatchStep& step, Gradients* gradients);
  void run_each(const BatchStep& step);
  void run_sum(const BatchStep& step, Gradients* gradients);
  void read_inputs(const BatchStep& step, Index example);

  float* numbers(const BatchPlace& place, Gradients* gradients);
  View view(const BatchPlace& place, Index example, Gradients* gradients);
  View whole_view(const BatchPlace& place, Gradients* gradients);

  const Tensors& tensors_;
  std::shared_ptr<const BatchPlan> plan_;
  Matrix arena_;
  Matrix scratch_;
  std::vector<ConstView> inputs_;
};

}  // namespace engine
