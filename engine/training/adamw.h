// adamw.h: how a gradient changes the parameters. Loshchilov & Hutter 2019 (1711.05101), algorithm 2.
#pragma once

#include <vector>

#include "engine/model/tensors.h"
#include "engine/training/number_step.h"
#include "engine/training/recipe.h"

namespace engine {

// The learning rate of step number `step`, from 0, of `steps`.
double learning_rate(const OptimiserSettings& settings, int step, int steps, Index d_model);

// The sum of the squares of a matrix's numbers; and the length of all gradients as one vector.
double squared_length(const Matrix& numbers);
double gradient_length(const Gradients& gradients);

// What a gradient of this length is multiplied by: 1 unless it is longer than settings.clip.
double clip_factor(const OptimiserSettings& settings, double length);

// Of step number `step`, from 0, with a gradient of this length.
StepFactors step_factors(const OptimiserSettings& settings, int step, double length, double rate);

// How much a step of rate 1 takes off each number of a parameter in this role, as a share of it.
double decay_of(const OptimiserSettings& settings, ParameterRole role);

// What the optimiser remembers of earlier gradients: running means of each and of its square.
struct OptimiserState {
  Gradients mean, square;
  int steps = 0;  // taken so far
};

class AdamW {
 public:
  AdamW(const Tensors& tensors, const OptimiserSettings& settings);

  // Changes the tensors by one step at this rate, each number as number_step.h says; a gradient whose
  // `length` is larger than settings.clip is shortened to it first.
  void step(const Tensors& tensors, const Gradients& gradients, double length, double rate);

  const OptimiserState& state() const { return state_; }
  void restore(OptimiserState state) { state_ = std::move(state); }

 private:
  OptimiserSettings settings_;
  OptimiserState state_;
};

}  // namespace engine
