// recent.h: caches recently read values, so that a document's files are not read again at every change.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "engine/core/result.h"

namespace app {

// Values by key, or their errors: the last `kept` ones, and every value still in use. Thread-safe; no thread
// waits while another reads.
template <class Value>
class Recent {
 public:
  using Shared = std::shared_ptr<const Value>;
  using Outcome = engine::Result<Shared>;

  explicit Recent(size_t kept) : kept_(kept) {}

  // The cached result for a key; nullopt if it has to be read.
  std::optional<Outcome> find(const std::string& key) {
    const std::lock_guard lock(mutex_);
    for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
      if (entry->key != key) continue;
      const Shared value = entry->value.lock();
      if (!value && !entry->error) return std::nullopt;
      entries_.splice(entries_.begin(), entries_, entry);
      entries_.front().strong = value;
      drop_old();
      return value ? Outcome(value) : Outcome(*entries_.front().error);
    }
    return std::nullopt;
  }

  // The cached result, or that of make(), which is then cached.
  template <class Make>
  Outcome get(const std::string& key, const Make& make) {
    if (auto known = find(key)) return *std::move(known);
    Outcome made = make();
    const std::lock_guard lock(mutex_);
    std::erase_if(entries_, [&](const Entry& entry) { return entry.key == key; });
    Entry& entry = entries_.emplace_front();
    entry.key = key;
    if (made) {
      entry.value = entry.strong = *made;
    } else {
      entry.error = made.error();
    }
    drop_old();
    return made;
  }

 private:
  struct Entry {
    std::string key;
    std::weak_ptr<const Value> value;
    Shared strong;  // of the last ones
    std::optional<engine::Error> error;
  };

  void drop_old() {
    size_t place = 0;
    for (Entry& entry : entries_) {
      if (place++ < kept_) continue;
      entry.strong.reset();
      entry.error.reset();
    }
    std::erase_if(entries_, [](const Entry& entry) { return entry.value.expired() && !entry.error; });
  }

  const size_t kept_;
  std::mutex mutex_;
  std::list<Entry> entries_;  // most recently requested first
};

}  // namespace app
