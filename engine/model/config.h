// config.h: what can be set about a model and its run, and which settings make sense.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/matrix.h"
#include "engine/result.h"

namespace engine {

enum class ModelKind { kCrafted, kSeeded };
enum class PositionKind { kSinusoidal, kNone };

// Sizes and switches of one attention layer. Defaults are the crafted model's.
struct Config {
  ModelKind model = ModelKind::kCrafted;
  Index d_model = 64;
  Index n_heads = 4;
  Index d_k = 16;  // width of a query or key of one head
  Index d_v = 16;  // width of a value of one head
  uint64_t seed = 0;
  bool embedding_scale = true;  // embedding times sqrt(d_model)
  PositionKind positions = PositionKind::kSinusoidal;
  double base = 10000;        // of the sinusoids
  bool causal = false;        // hide later tokens
  bool mask_padding = false;  // hide tokens marked as padding
  bool scale = true;          // scores divided by sqrt(d_k)
  double temperature = 1;

  bool operator==(const Config&) const = default;
};

// A sequence as it is fed in: its tokens and which of them are padding (same length).
struct Sequence {
  std::vector<std::string> tokens;
  std::vector<bool> padding;

  bool operator==(const Sequence&) const = default;
};

// Limits: wide enough for any class, small enough that memory is known.
inline constexpr Index kMaxTokens = 2048;
inline constexpr Index kMaxWidth = 8192;
inline constexpr Index kMaxHeads = 64;
inline constexpr double kMaxBytes = 2e9;  // numbers of one trace and its weights

// The first thing that does not make sense about `config`, or nothing. Errors: error.size (name, value,
// largest), error.crafted_size, error.base, error.temperature, error.too_large (megabytes).
std::optional<Error> check(const Config& config);

// check(config), and that a sequence of `n_tokens` fits: error.no_tokens, error.too_many_tokens,
// error.too_large.
std::optional<Error> check(const Config& config, size_t n_tokens);

// Rough count of multiply-adds of one run: to decide whether it can be done within a frame.
double estimate_operations(const Config& config, size_t n_tokens);

}  // namespace engine
