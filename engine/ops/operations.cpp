// operations.cpp: the names of all operations.
#include "engine/ops/operations.h"

#include <array>

namespace engine {

std::span<const std::string_view> operation_names() {
  static constexpr std::array<std::string_view, 16> kNames = {
      "given", "lookup",  "sinusoid", "add",          "linear",      "scores",     "scale",      "mask",
      "place", "softmax", "uniform",  "weighted_sum", "concatenate", "layer_norm", "activation", "identity",
  };
  return kNames;
}

}  // namespace engine
