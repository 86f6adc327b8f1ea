// operations.cpp: the names of all operations.
#include "engine/ops/operations.h"

#include <array>

namespace engine {

std::span<const std::string_view> operation_names() {
  static constexpr std::array<std::string_view, 60> kNames = {
      "given",
      "lookup",
      "sinusoid",
      "sinusoid_grid",
      "add",
      "linear",
      "scores",
      "scale",
      "mask",
      "place",
      "softmax",
      "uniform",
      "weighted_sum",
      "concatenate",
      "layer_norm",
      "activation",
      "identity",
      "mean",
      "mix_residual",
      "rollout",
      "flow",
      "difference",
      "rotate",
      "alibi",
      "relative_scores",
      "relative_bias",
      "rms_norm",
      "multiply",
      "stack_rows",
      "pick_row",
      "running_maximum",
      "tile_exponentials",
      "tile_sum",
      "tile_mixture",
      "tile_weights",
      "tile_output",
      "window_band",
      "first_rows",
      "band_weights",
      "band_sum",
      "positive_features",
      "trigonometric_features",
      "unit_rows",
      "summary",
      "column_sums",
      "product",
      "row_products",
      "divide_rows",
      "decay",
      "running_sum",
      "running_state",
      "running_mixture",
      "sigmoid",
      "hash_buckets",
      "sorted_places",
      "reach",
      "where_reached",
      "round_sums",
      "round_outputs",
      "round_mixture",
  };
  return kNames;
}

}  // namespace engine
