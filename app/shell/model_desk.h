// model_desk.h: opens trained models, and reads their weights through, on threads of their own.
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

  // A model that was asked for: open, or why it is not.
  struct Opened {
    std::string path;
    engine::Result<checkpoints::Shared> checkpoint;
  };
  // Opens the model at `path`, in the place of one that is still being opened.
  void open(const std::string& path);
  // Gives the model up that is being opened.
  void cancel();
  // The model that is being opened, and how much of it is done, from 0 to 1; nothing while there is none.
  std::optional<std::string> opening() const;
  double progress() const;
  std::optional<Opened> take();

  // What came of reading every weight.
  struct Checked {
    std::string path;
    std::optional<loaders::NotFinite> found;  // nothing: all are numbers
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
  std::jthread opener_;  // last: they stop before what they write to goes
  std::jthread checker_;
};

}  // namespace app
