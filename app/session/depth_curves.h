// depth_curves.h: gradients and outputs of each layer at the start of training, for each order of the norm:
// the means over draws, measured draw by draw.
#pragma once

#include <atomic>
#include <mutex>
#include <vector>

#include "engine/gradients/depth.h"

namespace app {

// Of one order of the norm.
struct DepthCurve {
  engine::NormOrder norm = engine::NormOrder::kPost;
  engine::Index draws = 0;                 // that these are the means of
  std::vector<engine::DepthLayer> layers;  // from the first to the last
};

// Used by two threads: one measures, one reads.
class DepthCurves {
 public:
  DepthCurves(engine::DepthStack stack, engine::Index layers, engine::Index draws);

  bool is_of(engine::DepthStack stack, engine::Index layers, engine::Index draws) const {
    return stack == stack_ && layers == layers_ && draws == draws_;
  }
  // Continues measuring, until everything is measured, engine::stop_requested() or has_failed().
  void measure();
  // It cannot go on: memory ran out, or a model could not be measured.
  void fail() { has_failed_.store(true, std::memory_order_release); }
  bool has_failed() const { return has_failed_.load(std::memory_order_acquire); }
  void cancel() { is_cancelled_.store(true, std::memory_order_release); }
  bool is_cancelled() const { return is_cancelled_.load(std::memory_order_acquire); }
  // How many models are measured so far, and in all.
  size_t done() const { return done_.load(std::memory_order_acquire); }
  size_t count() const;
  bool is_done() const { return done() == count(); }
  // Those with a draw at least.
  std::vector<DepthCurve> measured() const;

 private:
  engine::DepthStack stack_;
  engine::Index layers_;
  engine::Index draws_;
  std::atomic<size_t> done_ = 0;
  std::atomic<bool> is_cancelled_ = false;
  std::atomic<bool> has_failed_ = false;
  mutable std::mutex mutex_;
  std::vector<DepthCurve> sums_;
};

}  // namespace app
