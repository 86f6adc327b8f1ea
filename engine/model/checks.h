// checks.h: parts of check() of config.h that stand in files of their own.
#pragma once

#include <optional>

#include "engine/model/config.h"

namespace engine {

// error.size (name, value, largest) where `value` is not from 1 to `largest`.
std::optional<Error> check_size(const char* name, Index value, Index largest);

// error.base (value) where the sinusoids' base is out of its range.
std::optional<Error> check_base(double base);

// That what is set about the way of computing attention makes sense, and that it can do all that this model
// asks of it. Errors: error.size, error.attention_buckets (value), error.attention_causal (attention),
// error.attention_mask (attention), error.attention_cross (attention), error.attention_relative (attention),
// error.attention_gate.
std::optional<Error> check_attention(const Config& config);

// The same for what is fed in: also error.attention_rank (rank, count).
std::optional<Error> check_attention(const Config& config, const Input& input);

}  // namespace engine
