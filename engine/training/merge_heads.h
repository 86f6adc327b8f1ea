// merge_heads.h: products of heads that stand side by side, done at once.
#pragma once

#include <vector>

#include "engine/training/batch_step.h"

namespace engine {

// Replaces, for all heads of an attention, their projections by one product, and on the way back the sums
// that make the gradients of weights, biases and input, each by one.
void merge_heads(std::vector<BatchStep>& steps);

}  // namespace engine
