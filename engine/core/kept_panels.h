// kept_panels.h: a matrix that never changes, once more in the order in which products read it.
#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>
#include <vector>

#include "engine/core/matrix.h"

namespace engine {

// The matrix, (depth, columns), in panels of so many columns that a product's tile is as wide: in each, what
// belongs to one k is contiguous. The first product that reads a panel leaves it, for it may be the only one;
// one of the next kTurns packs it here, so that none of them takes the time of all. Products on several
// threads may use it at once.
class KeptPanels {
 public:
  static constexpr Index kTurns = 8;

  // Nothing takes memory yet.
  KeptPanels(Index depth, Index columns, Index width);
  ~KeptPanels();
  KeptPanels(const KeptPanels&) = delete;
  KeptPanels& operator=(const KeptPanels&) = delete;

  Index columns() const { return columns_; }
  // Columns of a panel; the last may have fewer, and zeros behind them.
  Index width() const { return width_; }

  // A filled panel, depth * width values; otherwise null.
  const float* filled(Index panel) const;

  // Room for a panel, to be filled and given to finish(); null if its turn has not come, if another thread
  // fills it, or if memory is short.
  float* claim(Index panel);
  // Ends a claim: from now on the panel is filled, or once more to be claimed.
  void finish(Index panel, bool is_filled);

  // What all matrices together may keep, in bytes: an eighth of the machine's memory.
  static size_t most_bytes();

 private:
  // How often a panel has been read; or these.
  static constexpr int kClaimed = -1;
  static constexpr int kFilled = -2;

  // How often a panel is read before it is filled.
  static int reads_before(Index panel) { return static_cast<int>(1 + panel % kTurns); }
  // The memory of all panels; null if there is none to be had.
  float* values();

  const Index depth_;
  const Index columns_;
  const Index width_;
  std::vector<std::atomic<int>> states_;
  std::once_flag is_asked_;
  Eigen::ArrayXf values_;
  size_t bytes_ = 0;  // of these
};

}  // namespace engine
