// row_kernels.h: functions of a row's numbers, compiled for each set of instructions. In single precision
// unless a function says otherwise; on one set, a number does not depend on where in the row it stands.
// Nothing overlaps.
#pragma once

#include <cstddef>

#include "engine/core/activation.h"

namespace engine::kernels {

using Size = std::ptrdiff_t;

// What brings a row to mean 0 and variance 1: (x before - mean - rest) shrink. The mean is the sum of two
// floats, so that numbers far from 0 keep what tells them apart, and `shrink` one over the standard
// deviation. `before` is less than 1 only where squares of the numbers would be beyond a float. Of a root
// mean square, the mean is 0.
struct RowScale {
  float mean = 0;
  float rest = 0;
  float shrink = 1;
  float before = 1;
};

// What is the same for every number in a step of AdamW (Loshchilov & Hutter 2019, algorithm 2), in double
// precision.
struct AdamFactors {
  double shrink = 1;            // of the gradient: below 1 where it is clipped
  double beta1 = 0, beta2 = 0;  // how much of the running means stays
  double seen1 = 1, seen2 = 1;  // 1 - beta^t: how much those means, which begin at 0, have seen
  double rate = 0;
  double epsilon = 0;
};

struct RowKernels {
  // sum = one + other; sums += x; quotient = x / divisor.
  void (*add)(const float* one, const float* other, float* sum, Size count);
  void (*add_to)(const float* x, float* sums, Size count);
  void (*divide)(const float* x, float divisor, float* quotient, Size count);

  // weights = softmax of scores: 0 where these are -inf, and everywhere if all are.
  void (*softmax)(const float* scores, float* weights, Size count);
  // back = weights (gradient - the mean of the gradient by the weights).
  void (*softmax_gradient)(const float* gradient, const float* weights, float* back, Size count);

  // active = x times its gate.
  void (*activate)(Activation kind, const float* x, float* active, Size count);
  // back = gradient times the slope of that at x: the gate, and x times the gate's own slope. ReLU has 0 at
  // and below 0.
  void (*activation_gradient)(Activation kind, const float* gradient, const float* x, float* back,
                              Size count);

  // Of a layer norm, and of a norm by root mean square; epsilon is added inside the root.
  RowScale (*scale)(const float* x, Size count, double epsilon);
  RowScale (*scale_by_square)(const float* x, Size count, double epsilon);
  // normal = (x brought to that scale) weight + bias; bias may be null.
  void (*normalise)(const RowScale& scale, const float* x, const float* weight, const float* bias,
                    float* normal, Size count);
  // With u = gradient weight and z the normalised row: back = (u - mean(u) - z mean(u z)) shrink before,
  // without mean(u) if not `centred`.
  void (*norm_gradient)(const RowScale& scale, bool centred, const float* gradient, const float* x,
                        const float* weight, float* back, Size count);
  // sums += gradient z.
  void (*add_norm_weight_gradient)(const RowScale& scale, const float* gradient, const float* x, float* sums,
                                   Size count);

  // The logarithm of the sum of e^x, a few hundred at a time in single precision, from the largest x down.
  double (*log_of_sum)(const float* x, Size count);
  // out = factor e^(x - shift).
  void (*exponentials)(const float* x, float shift, float factor, float* out, Size count);

  // The sum of squares, in double precision.
  double (*sum_squares)(const float* x, Size count);
  // A step of AdamW: all in double precision but what stays, and without fused multiply-adds, so that
  // step_number() of number_step.h gives the same bits.
  void (*adam_step)(const AdamFactors& factors, double decay, const float* gradient, float* means,
                    float* squares, float* numbers, Size count);

  // One number at a time through the same vectors, for tests: e^x (at most 2.5e-7 off, relatively, from x =
  // −87 to 88; beyond, that of the nearest end), 1 / (1 + e^−x), and the share of a standard normal
  // distribution below x.
  float (*exponential)(float x);
  float (*logistic)(float x);
  float (*normal_share)(float x);
};

// Those of the instructions in use.
const RowKernels& row_kernels();

}  // namespace engine::kernels
