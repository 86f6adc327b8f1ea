// head_worth.h: what a trained model still gets right when one of its heads is put out, head by head.
#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "engine/core/matrix.h"

namespace app {

// Used by two threads: one measures, one reads.
class HeadWorth {
 public:
  // `model`: the name of a model in the box, or its folder.
  explicit HeadWorth(std::string model) : model_(std::move(model)) {}

  bool is_of(const std::string& model) const { return model == model_; }
  // Continues measuring, until every head was tried, engine::stop_requested() or has_failed().
  void measure();
  // It cannot go on: memory ran out, or the folder does not say how it was trained.
  void fail() { has_failed_.store(true, std::memory_order_release); }
  bool has_failed() const { return has_failed_.load(std::memory_order_acquire); }
  bool is_done() const { return is_done_.load(std::memory_order_acquire); }

  // The unseen examples that it is measured on.
  engine::Index examples() const;
  // The share of them that is right with every head; nullopt until it is measured.
  std::optional<double> whole() const { return without(""); }
  // And without this one: "encoder.0.self.head.2".
  std::optional<double> without(const std::string& head) const;

 private:
  std::string model_;
  std::atomic<bool> is_done_ = false;
  std::atomic<bool> has_failed_ = false;
  mutable std::mutex mutex_;
  engine::Index examples_ = 0;
  std::map<std::string, double> shares_;  // by head; "": none is put out
};

}  // namespace app
