// background.h: computes what pictures and measures of large stages wait for, on its own thread: what is
// visible now comes first, and what is no longer wanted is cancelled.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <new>
#include <stop_token>
#include <thread>
#include <utility>

#include "engine/core/parallel.h"

namespace app {

// A value that arrives later.
template <class Value>
class Later {
 public:
  // Null until it arrives.
  const Value* get() const { return is_there_.load(std::memory_order_acquire) ? &value_ : nullptr; }
  // Whether memory ran out.
  bool failed() const { return failed_.load(std::memory_order_acquire); }
  // Call once.
  void set(Value value) {
    value_ = std::move(value);
    is_there_.store(true, std::memory_order_release);
  }

 private:
  friend class Background;
  Value value_{};
  std::atomic<bool> is_there_ = false;
  std::atomic<bool> failed_ = false;
};

enum class Urgency { kCanWait, kLookedAt };

class Background {
 public:
  // `wake` is called on the thread when some work is finished; it may be empty.
  explicit Background(std::function<void()> wake = {});
  ~Background();
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  // Cancels what was not wanted in the frame that ends.
  void begin_frame();

  // Requests work with this key for this frame: known work moves up, new work is queued. The work ends early
  // if engine::stop_requested(), and can be requested again. Where the system has no thread left, it is done
  // before this returns.
  void want(const void* key, std::function<void()> work, Urgency urgency);

  // As above for a value, which is computed at most once.
  template <class Value, class Make>
  void want(const std::shared_ptr<Later<Value>>& value, Make make, Urgency urgency) {
    if (value->get() != nullptr || value->failed()) return;
    want(
        value.get(), [value, make = std::move(make)] { fill(*value, make); }, urgency);
  }

  // As above for what is measured bit by bit: measure() goes on where it stopped, and fail() is called where
  // memory ran out.
  template <class Measured>
  void want_measured(const std::shared_ptr<Measured>& measured, Urgency urgency) {
    want(
        measured.get(),
        [measured] {
          try {
            measured->measure();
          } catch (const std::bad_alloc&) {
            measured->fail();
          }
        },
        urgency);
  }

  // Whether anything was requested in this frame: then the next one may show more.
  bool asked() const;
  // Waits until the work is done or cancelled, at most this long.
  void wait_for(const void* key, double seconds);
  // Whether any work is queued or running; and waits until none is.
  bool busy() const;
  void settle();

 private:
  struct Entry {
    const void* key;
    std::function<void()> work;
    Urgency urgency;
    uint64_t frame;  // in which it was last wanted
  };

  template <class Value, class Make>
  static void fill(Later<Value>& value, const Make& make) {
    try {
      Value made = make();
      if (engine::stop_requested()) return;
      value.set(std::move(made));
    } catch (const std::bad_alloc&) {
      value.failed_.store(true, std::memory_order_release);
    }
  }

  void loop(const std::stop_token& quit);
  void do_next(std::unique_lock<std::mutex>& lock);
  void place(Entry entry);
  bool knows(const void* key) const;

  std::function<void()> wake_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::list<Entry> waiting_;
  const void* running_ = nullptr;
  Urgency running_urgency_ = Urgency::kCanWait;
  uint64_t running_frame_ = 0;
  std::stop_source stop_;
  uint64_t frame_ = 0;
  bool asked_ = false;
  std::jthread thread_;
};

}  // namespace app
