// band_cache.cpp: least-recently-used eviction up to a limit.
#include "engine/core/band_cache.h"

#include <atomic>
#include <utility>

namespace engine {
namespace {

size_t bytes_of(const Matrix& numbers) {
  return static_cast<size_t>(numbers.size()) * sizeof(float);
}

// Summaries are small; beyond this many, most belong to traces that are gone.
constexpr size_t kMostSummaries = 20000;

}  // namespace

std::shared_ptr<const Matrix> BandCache::find(const Key& key) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(key);
  if (found == entries_.end()) return nullptr;
  uses_.splice(uses_.end(), uses_, found->second.use);
  return found->second.numbers;
}

void BandCache::keep(const Key& key, std::shared_ptr<const Matrix> numbers) {
  const std::lock_guard lock(mutex_);
  if (entries_.contains(key) || bytes_of(*numbers) > limit_) return;
  bytes_ += bytes_of(*numbers);
  uses_.push_back(key);
  entries_.emplace(key, Entry{std::move(numbers), std::prev(uses_.end())});
  while (bytes_ > limit_) drop_oldest();
}

void BandCache::drop_oldest() {
  const auto oldest = entries_.find(uses_.front());
  bytes_ -= bytes_of(*oldest->second.numbers);
  entries_.erase(oldest);
  uses_.pop_front();
}

std::optional<Summary> BandCache::summary(uint64_t trace, int stage) const {
  const std::lock_guard lock(mutex_);
  const auto found = summaries_.find({trace, stage});
  return found == summaries_.end() ? std::nullopt : std::optional(found->second);
}

void BandCache::keep_summary(uint64_t trace, int stage, const Summary& summary) {
  const std::lock_guard lock(mutex_);
  if (summaries_.size() >= kMostSummaries) summaries_.clear();
  summaries_.insert_or_assign({trace, stage}, summary);
}

size_t BandCache::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

size_t BandCache::limit() const {
  const std::lock_guard lock(mutex_);
  return limit_;
}

void BandCache::set_limit(size_t limit) {
  const std::lock_guard lock(mutex_);
  limit_ = limit;
  while (bytes_ > limit_) drop_oldest();
}

uint64_t BandCache::next_trace() {
  static std::atomic<uint64_t> last = 0;
  return ++last;
}

}  // namespace engine
