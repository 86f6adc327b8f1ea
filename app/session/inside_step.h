// inside_step.h: what happened inside one step of training, and how one number of the model was changed.
#pragma once

#include <memory>
#include <mutex>

#include "app/document/learning/recorded_run.h"
#include "engine/training/step_detail.h"
#include "engine/training/weight_update.h"

namespace app {

// Used by two threads: one computes, one reads.
class InsideStep {
 public:
  InsideStep(std::shared_ptr<const StepBefore> before, engine::WeightPlace place)
      : before_(std::move(before)), place_(place) {}
  // Of the same step, at another number.
  InsideStep(const InsideStep& other, engine::WeightPlace place);

  bool is_of(const std::shared_ptr<const StepBefore>& before) const { return before == before_; }
  const StepBefore& before() const { return *before_; }
  engine::WeightPlace place() const { return place_; }

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
  engine::WeightPlace place_;
  mutable std::mutex mutex_;
  bool has_failed_ = false;
  std::shared_ptr<const engine::StepDetail> detail_;
  std::shared_ptr<const engine::WeightUpdate> update_;
};

}  // namespace app
