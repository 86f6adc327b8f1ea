// checks.h: parts of check() of config.h that have their own files.
#pragma once

#include <optional>

#include "engine/model/config.h"

namespace engine {

// error.size (name, value, largest) unless `value` is from 1 to `largest`.
std::optional<Error> check_size(const char* name, Index value, Index largest);

// error.base (value) if the sinusoids' base is out of range.
std::optional<Error> check_base(double base);

// Checks the settings of the attention method, and that it supports everything this model asks of it. Errors:
// error.size, error.attention_buckets (value), error.attention_causal (attention), error.attention_mask
// (attention), error.attention_cross (attention), error.attention_relative (attention), error.attention_gate.
std::optional<Error> check_attention(const Config& config);

// As above, with the input: also error.attention_rank (rank, count).
std::optional<Error> check_attention(const Config& config, const Input& input);

}  // namespace engine
