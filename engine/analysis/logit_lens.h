// logit_lens.h: what a model would predict if it ended at an earlier stage.
#pragma once

#include <optional>

#include "engine/core/trace.h"

namespace engine {

// The probabilities that a model would give in one row if `stage` were the last sum of its last layer: that
// row, through the model's own last steps (its final norm, the unembedding and the softmax). 1 × vocabulary.
// nullopt where `stage` has not the shape of that sum or other tokens, or where no stage of probabilities
// reads a sum row by row: post-norm models, a picture's class, models without outputs.
// Reads rows as they are kept, and the weights in blocks; thread-safe. nostalgebraist 2020, "interpreting
// GPT: the logit lens".
std::optional<Matrix> logit_lens(const Trace& trace, int stage, Index row);

}  // namespace engine
