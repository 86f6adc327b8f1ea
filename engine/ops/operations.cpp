// operations.cpp: the names of all operations.
#include "engine/ops/operations.h"

#include <array>

namespace engine {

std::span<const std::string_view> operation_names() {
  static constexpr std::array<std::string_view, 21> kNames = {
      "given",      "lookup",   "sinusoid", "add",          "linear",       "scores",      "scale",
      "mask",       "place",    "softmax",  "uniform",      "weighted_sum", "concatenate", "layer_norm",
      "activation", "identity", "mean",     "mix_residual", "rollout",      "flow",        "difference",
  };
  return kNames;
}

}  // namespace engine
