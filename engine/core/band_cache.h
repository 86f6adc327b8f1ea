// band_cache.h: caches recently read rows of large stages.
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <tuple>

#include "engine/core/matrix.h"

namespace engine {

// The smallest and largest finite values of a stage; hidden counts the -inf ones. Empty if nothing is finite.
struct Summary {
  float smallest = 0;
  float largest = 0;
  Index finite = 0;
  Index hidden = 0;
};

// Bands of rows from the stages of a recomputing trace. Evicts the least recently used band. Thread-safe.
class BandCache {
 public:
  // `limit` in bytes.
  explicit BandCache(size_t limit = size_t{256} << 20U) : limit_(limit) {}

  struct Key {
    uint64_t trace = 0;
    int stage = 0;
    Index band = 0;
    bool operator<(const Key& other) const {
      return std::tie(trace, stage, band) < std::tie(other.trace, other.stage, other.band);
    }
  };

  // Null if absent.
  std::shared_ptr<const Matrix> find(const Key& key);
  void keep(const Key& key, std::shared_ptr<const Matrix> numbers);

  std::optional<Summary> summary(uint64_t trace, int stage) const;
  void keep_summary(uint64_t trace, int stage, const Summary& summary);

  size_t bytes() const;
  size_t limit() const;
  void set_limit(size_t limit);

  // A number unique to each trace.
  static uint64_t next_trace();

 private:
  struct Entry {
    std::shared_ptr<const Matrix> numbers;
    std::list<Key>::iterator use;
  };
  void drop_oldest();

  mutable std::mutex mutex_;
  size_t limit_;
  size_t bytes_ = 0;
  std::map<Key, Entry> entries_;
  std::list<Key> uses_;  // most recently used last
  std::map<std::pair<uint64_t, int>, Summary> summaries_;
};

}  // namespace engine
