// band_cache.h: rows of large stages that somebody looked at, kept for a while.
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

// The smallest and largest finite numbers of a stage; hidden counts the -inf ones. Empty where nothing is
// finite.
struct Summary {
  float smallest = 0;
  float largest = 0;
  Index finite = 0;
  Index hidden = 0;
};

// Bands of rows of the stages of a recomputing trace. The one that was not used for longest goes first. Any
// thread may use it.
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

  // Null where it is not there.
  std::shared_ptr<const Matrix> find(const Key& key);
  void keep(const Key& key, std::shared_ptr<const Matrix> numbers);

  std::optional<Summary> summary(uint64_t trace, int stage) const;
  void keep_summary(uint64_t trace, int stage, const Summary& summary);

  size_t bytes() const;
  size_t limit() const;
  void set_limit(size_t limit);

  // A number that no other trace has.
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
  std::list<Key> uses_;  // the last used at the end
  std::map<std::pair<uint64_t, int>, Summary> summaries_;
};

}  // namespace engine
