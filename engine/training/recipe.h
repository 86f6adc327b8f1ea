// recipe.h: the settings that a model is trained with.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/model/config.h"

namespace engine {

// How the learning rate changes after the linear warm-up: not at all; along a half cosine down to
// `final_share` of it at the last step; or d_model^-0.5 min(t^-0.5, t warmup^-1.5), times the rate (Vaswani
// et al. 2017, sec. 5.3), which has its warm-up built in.
enum class RateSchedule { kConstant, kCosine, kPaper };

// From step number `step` on, `rate` is the learning rate at its height: as a person turned it during the
// run.
struct RateChange {
  int step = 0;
  double rate = 0;

  bool operator==(const RateChange&) const = default;
};

// AdamW (Loshchilov & Hutter 2019) with its schedule.
struct OptimiserSettings {
  double rate = 2e-3;
  int warmup = 50;  // steps
  RateSchedule schedule = RateSchedule::kCosine;
  double final_share = 0.1;
  double beta1 = 0.9;
  double beta2 = 0.98;
  double epsilon = 1e-8;
  double decay = 0.01;                   // of matrices; embeddings, biases and norms keep their size
  double clip = 1;                       // the gradient's greatest length over all parameters; 0: any
  std::vector<RateChange> changes = {};  // of `rate`, ascending by step; the schedule and the warm-up stay

  bool operator==(const OptimiserSettings&) const = default;
};

// What decides a run from its first number to its last, with the task and its examples.
struct Recipe {
  Config config;                // architecture and sizes; its vocabulary is the task's
  double embedding_size = 0.1;  // standard deviation of the embedding's components, before any factor
  double position_size = 1;     // of the components of learned positions
  double dropout = 0;  // share of the numbers that a step leaves out, at random, of what goes into the
                       // first layer and of what each sub-layer adds; the others grow to make up
  OptimiserSettings optimiser;
  int batch = 64;  // examples a step
  int steps = 400;
  uint64_t seed = 0;

  bool operator==(const Recipe&) const = default;
};

}  // namespace engine
