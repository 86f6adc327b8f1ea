// model_desk.cpp: one thread opens, one checks weights; each is stopped by the next of its kind.
#include "app/shell/model_desk.h"

#include "app/session/worker.h"
#include "engine/core/thread.h"

namespace app {

void ModelDesk::open(const std::string& path) {
  opener_ = {};  // the older one ends first
  {
    const std::lock_guard lock(mutex_);
    opening_ = path;
    progress_ = 0;
    opened_.reset();
  }
  opener_ = engine::run_beside([this, path](const std::stop_token& stop) {
    const auto tell = [this](double done) {
      constexpr double kStep = 0.01;  // the bar moves in steps of at least this
      {
        const std::lock_guard lock(mutex_);
        if (done - progress_ < kStep) return;
        progress_ = done;
      }
      wake();
    };
    auto checkpoint = within_memory([&] { return checkpoints::open(path, stop, tell); });
    if (stop.stop_requested()) return;
    {
      const std::lock_guard lock(mutex_);
      opening_.reset();
      opened_ = Opened{path, std::move(checkpoint)};
    }
    wake();
  });
}

void ModelDesk::cancel() {
  opener_ = {};
  const std::lock_guard lock(mutex_);
  opening_.reset();
  opened_.reset();
}

std::optional<std::string> ModelDesk::opening() const {
  const std::lock_guard lock(mutex_);
  return opening_;
}

double ModelDesk::progress() const {
  const std::lock_guard lock(mutex_);
  return progress_;
}

std::optional<ModelDesk::Opened> ModelDesk::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(opened_, std::nullopt);
}

void ModelDesk::check_weights(checkpoints::Shared checkpoint) {
  checker_ = {};
  {
    const std::lock_guard lock(mutex_);
    checked_.reset();
  }
  checker_ = engine::run_beside([this, checkpoint = std::move(checkpoint)](const std::stop_token& stop) {
    auto found = loaders::find_not_finite(*checkpoint, stop);
    if (stop.stop_requested()) return;
    {
      const std::lock_guard lock(mutex_);
      checked_ = Checked{checkpoint->path, std::move(found)};
    }
    wake();
  });
}

std::optional<ModelDesk::Checked> ModelDesk::take_checked() {
  const std::lock_guard lock(mutex_);
  return std::exchange(checked_, std::nullopt);
}

}  // namespace app
