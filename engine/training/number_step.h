// number_step.h: what one step of AdamW does with one number of a model.
// Loshchilov & Hutter 2019 (1711.05101), algorithm 2.
#pragma once

#include <cmath>

#include "engine/kernels/row_kernels.h"

namespace engine {

// What is the same for every number in a step.
using StepFactors = kernels::AdamFactors;

// One number's way through a step. Float32 is what stays until the next; all else is in double precision, so
// that compilers that fuse products with sums round it alike.
struct NumberStep {
  double clipped = 0;     // its gradient, after clipping
  float mean = 0;         // running mean of its gradients
  float square = 0;       // and of their squares
  double whole_mean = 0;  // both divided by what they have seen
  double whole_square = 0;
  double size = 0;       // sqrt(whole_square) + epsilon
  double direction = 0;  // whole_mean / size: about -1 to 1
  double pull = 0;       // decay * number
  float number = 0;      // after the step
};

// `mean`, `square` and `number`: before the step; `decay`: of this number, 0 where its size is kept.
inline NumberStep step_number(const StepFactors& factors, double decay, float gradient, float mean,
                              float square, float number) {
  NumberStep step;
  step.clipped = factors.shrink * double{gradient};
  step.mean = static_cast<float>(factors.beta1 * double{mean} + (1 - factors.beta1) * step.clipped);
  step.square = static_cast<float>(factors.beta2 * double{square} +
                                   (1 - factors.beta2) * (step.clipped * step.clipped));
  step.whole_mean = double{step.mean} / factors.seen1;
  step.whole_square = double{step.square} / factors.seen2;
  step.size = std::sqrt(step.whole_square) + factors.epsilon;
  step.direction = step.whole_mean / step.size;
  step.pull = decay * double{number};
  step.number = static_cast<float>(double{number} - factors.rate * (step.direction + step.pull));
  return step;
}

}  // namespace engine
