// operations.cpp: the names of all operations.
#include "engine/ops/operations.h"

#include <array>

namespace engine {

std::span<const std::string_view> operation_names() {
  static constexpr std::array<std::string_view, 29> kNames = {
      "given",         "lookup",     "sinusoid",   "add",        "linear",   "scores",
      "scale",         "mask",       "place",      "softmax",    "uniform",  "weighted_sum",
      "concatenate",   "layer_norm", "activation", "identity",   "mean",     "mix_residual",
      "rollout",       "flow",       "difference", "rotate",     "alibi",    "relative_scores",
      "relative_bias", "rms_norm",   "multiply",   "stack_rows", "pick_row",
  };
  return kNames;
}

}  // namespace engine
