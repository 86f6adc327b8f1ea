// kept_panels.cpp: who fills a panel, and how much memory all of them take.
#include "engine/core/kept_panels.h"

#include <new>

#include "engine/core/memory.h"

namespace engine {
namespace {

// Of all matrices.
std::atomic<size_t> bytes_kept = 0;

// Takes them from what all may keep.
bool take(size_t bytes) {
  if (bytes_kept.fetch_add(bytes) + bytes <= KeptPanels::most_bytes()) return true;
  bytes_kept -= bytes;
  return false;
}

}  // namespace

KeptPanels::KeptPanels(Index depth, Index columns, Index width)
    : depth_(depth),
      columns_(columns),
      width_(width),
      states_(static_cast<size_t>((columns + width - 1) / width)) {}

KeptPanels::~KeptPanels() {
  bytes_kept -= bytes_;
}

size_t KeptPanels::most_bytes() {
  static const size_t kMost = memory_of_machine() / 8;
  return kMost;
}

const float* KeptPanels::filled(Index panel) const {
  const bool is_filled = states_[static_cast<size_t>(panel)].load(std::memory_order_acquire) == kFilled;
  return is_filled ? values_.data() + panel * depth_ * width_ : nullptr;
}

float* KeptPanels::claim(Index panel) {
  std::atomic<int>& state = states_[static_cast<size_t>(panel)];
  int before = state.load(std::memory_order_relaxed);
  const bool is_due = before == reads_before(panel);
  if (before < 0 || !state.compare_exchange_strong(before, is_due ? kClaimed : before + 1)) return nullptr;
  if (!is_due) return nullptr;
  float* const room = values();
  if (room != nullptr) return room + panel * depth_ * width_;
  finish(panel, false);
  return nullptr;
}

void KeptPanels::finish(Index panel, bool is_filled) {
  states_[static_cast<size_t>(panel)].store(is_filled ? kFilled : reads_before(panel),
                                            std::memory_order_release);
}

float* KeptPanels::values() {
  std::call_once(is_asked_, [&] {
    const Index numbers = static_cast<Index>(states_.size()) * depth_ * width_;
    const size_t bytes = static_cast<size_t>(numbers) * sizeof(float);
    if (!take(bytes)) return;
    try {
      values_.resize(numbers);
      bytes_ = bytes;
    } catch (const std::bad_alloc&) {
      bytes_kept -= bytes;
    }
  });
  return bytes_ > 0 ? values_.data() : nullptr;
}

}  // namespace engine
