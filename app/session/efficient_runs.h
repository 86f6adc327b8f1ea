// efficient_runs.h: slow measurements of efficient attention, in the background: errors over many draws, and
// time and memory over many lengths. They continue while visible.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "app/session/background.h"
#include "engine/analysis/method_measures.h"

namespace app {

// The progress of a run.
struct EfficientProgress {
  std::atomic<engine::Index> done = 0;
  std::atomic<engine::Index> planned = 0;  // 0: not known yet

  // From 0 to 1.
  double part() const;
  engine::MeasureProgress teller();
};

// The error of one head over a parameter of its method, over draws.
struct EfficientSweep {
  std::vector<engine::MeasuredHead> heads;
  engine::Sweep sweep;
  bool drawn = false;  // the head has random values
  EfficientProgress progress;
  std::shared_ptr<Later<std::optional<engine::SweepResult>>> result =
      std::make_shared<Later<std::optional<engine::SweepResult>>>();
};

// Time and memory over the length, of a method and of the exact one.
struct EfficientLengths {
  struct Result {
    engine::LengthsResult exact, method;
  };
  engine::AttentionMethod method;
  engine::MeasuredWidths widths;
  std::vector<engine::Index> lengths;
  EfficientProgress progress;
  std::shared_ptr<Later<std::optional<Result>>> result = std::make_shared<Later<std::optional<Result>>>();
};

// Requests it for this frame; it is cancelled if a frame does not request it.
void want(const std::shared_ptr<EfficientSweep>& run, Background& background);
void want(const std::shared_ptr<EfficientLengths>& run, Background& background);

// The values for sweeping a parameter: a few from small to large, at most `most`.
std::vector<engine::Index> sweep_values(const engine::MethodNumber& number, engine::Index most);

// 256, 512, ... 16,384.
std::vector<engine::Index> measured_lengths();

}  // namespace app
