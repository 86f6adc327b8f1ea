// added_keys.h: keys and values that an attention adds to those of its input, and that belong to no token:
// PyTorch's add_bias_kv and add_zero_attn.
// https://pytorch.org/docs/stable/generated/torch.nn.MultiheadAttention.html
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/core/parameter.h"
#include "engine/core/trace.h"

namespace engine {

// What they are called, in order: "bias" if there is a key of its own, "zero" if there is one of zeros.
std::vector<std::string> added_keys(const Parameter& own, bool adds_zeros);

// A head's vectors below those of the input.
struct AddedVectors {
  const Parameter& own;  // (1, h*d), the first for all heads; empty: all are zeros
  Index head = 0;
  Index count = 0;
  int sequence = 0;  // of all keys
};

// Adds `address`.added (count, d) and `address`.extended (T + count, d) below the stage `vectors` (T, d), and
// returns the latter; `vectors` if none are added.
int add_extended(TraceBuilder& builder, const std::string& address, int vectors, const AddedVectors& added);

// A given mask of the input's keys (rows, T), with 0 for those that are added: it hides none of them.
std::shared_ptr<const Matrix> with_added_columns(const std::shared_ptr<const Matrix>& of_input, Index added);

}  // namespace engine
