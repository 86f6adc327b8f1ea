// efficient_runs.h: what takes a while to measure of attention at lower cost, made on the background's
// thread: errors over many draws, and time and memory over many lengths. It goes on while somebody looks at
// it.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "app/session/background.h"
#include "engine/analysis/method_measures.h"

namespace app {

// How far a run is.
struct EfficientProgress {
  std::atomic<engine::Index> done = 0;
  std::atomic<engine::Index> planned = 0;  // 0: not known yet

  // From 0 to 1.
  double part() const;
  engine::MeasureProgress teller();
};

// The error of one head against a number of its method, over draws.
struct EfficientSweep {
  std::vector<engine::MeasuredHead> heads;
  engine::Sweep sweep;
  bool drawn = false;  // the head is of drawn numbers
  EfficientProgress progress;
  std::shared_ptr<Later<std::optional<engine::SweepResult>>> result =
      std::make_shared<Later<std::optional<engine::SweepResult>>>();
};

// Time and memory against the length, of a method and of the exact one.
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

// Asks for it in this frame; it ends where a frame does not ask.
void want(const std::shared_ptr<EfficientSweep>& run, Background& background);
void want(const std::shared_ptr<EfficientLengths>& run, Background& background);

// The values that a number is swept over: a few from small to large, at most `most`.
std::vector<engine::Index> sweep_values(const engine::MethodNumber& number, engine::Index most);

// 256, 512, ... 16,384.
std::vector<engine::Index> measured_lengths();

}  // namespace app
