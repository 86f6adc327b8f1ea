// background.cpp: one thread, and a queue that each frame reorders.
#include "app/session/background.h"

#include <algorithm>
#include <chrono>

#include "engine/core/thread.h"

namespace app {

Background::Background(std::function<void()> wake)
    : wake_(std::move(wake)),
      thread_(engine::thread_or_none([this](const std::stop_token& quit) { loop(quit); })) {}

Background::~Background() {
  const std::lock_guard lock(mutex_);
  waiting_.clear();
  stop_.request_stop();
  thread_.request_stop();
}

void Background::begin_frame() {
  const std::lock_guard lock(mutex_);
  std::erase_if(waiting_, [this](const Entry& entry) { return entry.frame < frame_; });
  if (running_ != nullptr && running_frame_ < frame_) stop_.request_stop();
  ++frame_;
  asked_ = false;
  changed_.notify_all();
}

// After work of the same urgency that was wanted earlier in this frame.
void Background::place(Entry entry) {
  const auto behind = std::find_if(waiting_.begin(), waiting_.end(), [&](const Entry& other) {
    return other.frame < entry.frame || other.urgency < entry.urgency;
  });
  waiting_.insert(behind, std::move(entry));
}

void Background::want(const void* key, std::function<void()> work, Urgency urgency) {
  std::unique_lock lock(mutex_);
  asked_ = true;
  if (key == running_ && !stop_.stop_requested()) {
    running_frame_ = frame_;
    running_urgency_ = std::max(running_urgency_, urgency);
    return;
  }
  const auto known =
      std::find_if(waiting_.begin(), waiting_.end(), [&](const Entry& entry) { return entry.key == key; });
  if (known != waiting_.end()) {
    if (known->frame == frame_ && known->urgency >= urgency) return;
    waiting_.erase(known);
  }
  place({key, std::move(work), urgency, frame_});
  if (!thread_.joinable()) return do_next(lock);
  const bool is_first = urgency == Urgency::kLookedAt && running_urgency_ == Urgency::kCanWait;
  if (running_ != nullptr && is_first) stop_.request_stop();
  changed_.notify_all();
}

bool Background::knows(const void* key) const {
  return key == running_ ||
         std::any_of(waiting_.begin(), waiting_.end(), [&](const Entry& entry) { return entry.key == key; });
}

void Background::wait_for(const void* key, double seconds) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return !knows(key); });
}

bool Background::asked() const {
  const std::lock_guard lock(mutex_);
  return asked_;
}

bool Background::busy() const {
  const std::lock_guard lock(mutex_);
  return running_ != nullptr || !waiting_.empty();
}

void Background::settle() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return running_ == nullptr && waiting_.empty(); });
}

void Background::loop(const std::stop_token& quit) {
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, quit, [this] { return !waiting_.empty(); })) do_next(lock);
}

// The lock is held before and after.
void Background::do_next(std::unique_lock<std::mutex>& lock) {
  const Entry entry = std::move(waiting_.front());
  waiting_.pop_front();
  running_ = entry.key;
  running_urgency_ = entry.urgency;
  running_frame_ = entry.frame;
  stop_ = std::stop_source();
  const std::stop_token stop = stop_.get_token();
  lock.unlock();
  {
    const engine::Stoppable stoppable(stop);
    entry.work();
  }
  lock.lock();
  running_ = nullptr;
  changed_.notify_all();
  if (!wake_) return;
  lock.unlock();
  wake_();
  lock.lock();
}

}  // namespace app
