// shot_draws.h: what other examples would have taught the Context-Transformer, with and without context: some
// draws learn more than others.
#pragma once

#include <atomic>
#include <mutex>
#include <vector>

namespace app {

// The part of unseen boxes that get the right class.
struct ShotDraw {
  double with_context = 0;
  double without_context = 0;
};

// Used by two threads: one measures, one reads.
class ShotDraws {
 public:
  static constexpr int kDraws = 10;

  // `count`: examples of each class.
  explicit ShotDraws(int count) : count_(count) {}

  bool is_of(int count) const { return count == count_; }
  // Continues measuring, until everything is measured, engine::stop_requested() or has_failed().
  void measure();
  // It cannot go on: memory ran out, or the weights are not there.
  void fail() { has_failed_.store(true, std::memory_order_release); }
  bool has_failed() const { return has_failed_.load(std::memory_order_acquire); }
  bool is_done() const { return measured().size() == kDraws; }
  // Those so far, from draw 0 on.
  std::vector<ShotDraw> measured() const;

 private:
  int count_;
  std::atomic<bool> has_failed_ = false;
  mutable std::mutex mutex_;
  std::vector<ShotDraw> draws_;
};

}  // namespace app
