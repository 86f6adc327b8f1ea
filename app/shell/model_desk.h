// model_desk.h: opens trained models, and checks their weights, each on its own thread.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/document/checkpoints.h"
#include "engine/loaders/checkpoint.h"

namespace app {

class ModelDesk {
 public:
  // `wake` is called from another thread when something can be taken, and now and then while a model is
  // opened; it may be empty.
  explicit ModelDesk(std::function<void()> wake = {}) : wake_(std::move(wake)) {}

  // A requested model: open, or the error.
  struct Opened {
    std::string path;
    engine::Result<checkpoints::Shared> checkpoint;
  };
  // Opens the model at `path`, instead of one that is still being opened.
  void open(const std::string& path);
  // Cancels opening.
  void cancel();
  // The model that is being opened, and the fraction done, from 0 to 1; nullopt if there is none.
  std::optional<std::string> opening() const;
  double progress() const;
  std::optional<Opened> take();

  // The result of checking every weight.
  struct Checked {
    std::string path;
    std::optional<loaders::NotFinite> found;  // nullopt: all are finite
  };
  void check_weights(checkpoints::Shared checkpoint);
  std::optional<Checked> take_checked();

 private:
  void wake() const {
    if (wake_) wake_();
  }

  std::function<void()> wake_;
  mutable std::mutex mutex_;
  std::optional<std::string> opening_;
  double progress_ = 0;
  std::optional<Opened> opened_;
  std::optional<Checked> checked_;
  std::jthread opener_;  // last: they stop before what they write to is destroyed
  std::jthread checker_;
};

}  // namespace app
