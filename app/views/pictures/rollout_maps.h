// rollout_maps.h: the map combined from several layers: their average, rollout or flow, and its source.
#pragma once

#include <string_view>
#include <vector>

#include "app/views/core/frame.h"
#include "app/views/heads/grid_kinds.h"

namespace views {

// What is shown of an attention's layers, up to one of them.
struct LayersMap {
  app::AcrossLayers across = app::AcrossLayers::kMean;
  std::string_view name;  // "mean", "rollout", "flow": of text keys and textures
  std::vector<engine::LayerHeads> layers;
  int layer = 0;                                  // the last layer included, from 0
  bool of_one = false;                            // only for the chosen token
  const Derivations::Derived* derived = nullptr;  // null: it would take too long, or is being computed
  bool is_made = false;                           // being computed, on another thread
  int stage = -1;                                 // in `derived`: the map

  engine::Index tokens(const Frame& frame) const { return frame.trace().stage(layers.front().front()).rows; }
  // The total size of all heads' maps, and of those computed from them.
  double bytes(const Frame& frame) const;
  // The map of another layer, if it was computed together with this one; otherwise -1.
  int stage_of(int other) const;
};

// For the focus. Between two sequences there is only the average. Without layers there is nothing to show.
LayersMap layers_map(const Frame& frame);

// The row of the map that the card is about: the pinned token's; otherwise of the last that is not padding.
engine::Index row_on_card(const Frame& frame, const LayersMap& map);

// Focuses another layer.
void look_at_layer(const Frame& frame, const LayersMap& map, int layer);

}  // namespace views
