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

// Times on one core, for lengths 16, 32, 64, ... of one width and kernel. From two threads: one measures, one
// looks.
class LayerTimes {
 public:
  // Of `size` d and k count. Lengths that would take too long are left out.
  explicit LayerTimes(const engine::LayerSize& size);

  const engine::LayerSize& size() const { return size_; }
  // Goes on measuring, until all is measured or engine::stop_requested().
  void measure();
  // How many were measured, and of how many.
  size_t done() const { return done_.load(std::memory_order_acquire); }
  size_t count() const { return asked_.size(); }
  bool is_done() const { return done() == count(); }
  std::vector<LayerTime> measured() const;

 private:
  engine::LayerSize size_;
  std::vector<LayerTime> asked_;  // without seconds, the shortest first
  std::atomic<size_t> done_ = 0;
  mutable std::mutex mutex_;
  std::vector<LayerTime> measured_;
};

}  // namespace app
