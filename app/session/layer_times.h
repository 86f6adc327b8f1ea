// layer_times.h: how long a layer of attention, recurrence and convolution takes on this machine, by length.
#pragma once

#include <array>
#include <atomic>
#include <mutex>
#include <vector>

#include "engine/labs/relatives/relatives_costs.h"

namespace app {

struct LayerTime {
  engine::Relative kind = engine::Relative::kAttention;
  double n = 0;
  double seconds = 0;  // the shortest of a few
};

// Times on one core, for lengths 16, 32, 64, ... with one width and kernel. Used by two threads: one
// measures, one reads.
class LayerTimes {
 public:
  // Uses d and k of `size`. Omits lengths that would take too long.
  explicit LayerTimes(const engine::LayerSize& size);

  const engine::LayerSize& size() const { return size_; }
  // Continues measuring, until everything is measured, engine::stop_requested() or has_failed().
  void measure();
  // It cannot go on: memory ran out.
  void fail() { has_failed_.store(true, std::memory_order_release); }
  bool has_failed() const { return has_failed_.load(std::memory_order_acquire); }
  // The number measured so far, and in all.
  size_t done() const { return done_.load(std::memory_order_acquire); }
  size_t count() const { return asked_.size(); }
  bool is_done() const { return done() == count(); }
  std::vector<LayerTime> measured() const;

 private:
  engine::LayerSize size_;
  std::vector<LayerTime> asked_;  // without seconds, shortest first
  std::atomic<size_t> done_ = 0;
  std::atomic<bool> has_failed_ = false;
  mutable std::mutex mutex_;
  std::vector<LayerTime> measured_;
};

}  // namespace app
