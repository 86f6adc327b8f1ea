// inside_step.h: what happened inside one step of training, and how one number of the model was changed.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <span>

#include "app/document/learning/recorded_run.h"
#include "engine/training/step_detail.h"
#include "engine/training/weight_update.h"

namespace app {

// Of these parameters, the number whose gradient is largest.
engine::WeightPlace largest_gradient(const engine::StepDetail& detail, std::span<const size_t> tensors);

// Used by two threads: one computes, one reads.
class InsideStep {
 public:
  // Without a place: the number with the largest gradient.
  explicit InsideStep(std::shared_ptr<const StepBefore> before,
                      std::optional<engine::WeightPlace> place = std::nullopt)
      : before_(std::move(before)), place_(place) {}
  // Of the same step, at another number.
  InsideStep(const InsideStep& other, engine::WeightPlace place);

  bool is_of(const std::shared_ptr<const StepBefore>& before) const { return before == before_; }
  const StepBefore& before() const { return *before_; }
  // Null until it is chosen.
  std::optional<engine::WeightPlace> place() const;

  // Computes what is not there yet, until engine::stop_requested().
  void measure();
  // Memory ran out.
  void fail();
  bool has_failed() const;
  bool is_done() const { return update() != nullptr; }

  // Null until they are there.
  std::shared_ptr<const engine::StepDetail> detail() const;
  std::shared_ptr<const engine::WeightUpdate> update() const;

 private:
  std::shared_ptr<const StepBefore> before_;
  mutable std::mutex mutex_;
  std::optional<engine::WeightPlace> place_;
  bool has_failed_ = false;
  std::shared_ptr<const engine::StepDetail> detail_;
  std::shared_ptr<const engine::WeightUpdate> update_;
};

}  // namespace app
