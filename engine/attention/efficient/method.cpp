// method.cpp: the table of attention methods.
#include "engine/attention/efficient/method.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/attention/efficient/head.h"

namespace engine {

std::span<const MethodRow> attention_methods() {
  using Kind = AttentionKind;
  using Masks = MethodMasks;
  static constexpr std::array kRows = {
      MethodRow{Kind::kExact, "exact", {}, Masks::kAny, true, true, nullptr},
      MethodRow{Kind::kTiled, "tiled", {.chunk = true}, Masks::kAny, true, true, add_tiled},
      MethodRow{
          Kind::kWindow, "window", {.window = true, .global = true}, Masks::kAny, false, true, add_window},
      MethodRow{Kind::kPerformer,
                "performer",
                {.features = true, .feature_map = true, .orthogonal = true, .seed = true},
                Masks::kCausalAndPadding,
                true,
                false,
                add_performer},
      MethodRow{Kind::kLinformer,
                "linformer",
                {.rank = true, .seed = true},
                Masks::kPadding,
                true,
                false,
                add_linformer},
      MethodRow{Kind::kReformer,
                "reformer",
                {.buckets = true, .rounds = true, .chunk = true, .seed = true},
                Masks::kCausalAndPadding,
                false,
                false,
                add_reformer},
      MethodRow{
          Kind::kLambda, "lambda", {.window = true, .seed = true}, Masks::kPadding, false, false, add_lambda},
      MethodRow{Kind::kRfa,
                "rfa",
                {.features = true, .gate = true, .seed = true},
                Masks::kCausalAndPadding,
                true,
                false,
                add_rfa},
      MethodRow{Kind::kUniform, "uniform", {}, Masks::kCausalAndPadding, true, false, add_uniform},
      MethodRow{Kind::kDistance, "distance", {.window = true}, Masks::kAny, false, false, add_distance},
      MethodRow{Kind::kAdditive, "additive", {.seed = true}, Masks::kAny, true, false, add_additive},
  };
  return kRows;
}

const MethodRow& row_of(AttentionKind kind) {
  const auto rows = attention_methods();
  return *std::find_if(rows.begin(), rows.end(), [kind](const MethodRow& row) { return row.kind == kind; });
}

std::string_view name_of(AttentionKind kind) {
  return row_of(kind).name;
}

Index rank_for(const AttentionMethod& method, Index keys) {
  constexpr Index kUsual = 16;
  return method.rank > 0 ? method.rank : std::min(kUsual, keys);
}

Index tile_width(const AttentionMethod& method, Index keys) {
  constexpr Index kTiles = 16;
  if (method.chunk > 0) return method.chunk;
  const auto root = static_cast<Index>(std::ceil(std::sqrt(static_cast<double>(keys))));
  return std::max<Index>({1, root, (keys + kTiles - 1) / kTiles});
}

}  // namespace engine
