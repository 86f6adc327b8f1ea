// rollout_maps.h: the map that is made of several layers: their average, rollout or flow, and what it is of.
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
  int layer = 0;                                  // up to which, from 0
  bool of_one = false;                            // only of the token that is chosen
  const Derivations::Derived* derived = nullptr;  // null: it would take too long, or is being made
  bool is_made = false;                           // now, on another thread
  int stage = -1;                                 // of derived: the map

  engine::Index tokens(const Frame& frame) const { return frame.trace().stage(layers.front().front()).rows; }
  // What all heads' maps, and those made of them, take at once.
  double bytes(const Frame& frame) const;
  // The map of another layer, where it was made with this one; else -1.
  int stage_of(int other) const;
};

// That of what is looked at. Between two sequences there is only the average. No layers: nothing to show.
LayersMap layers_map(const Frame& frame);

// Looks at another layer.
void look_at_layer(const Frame& frame, const LayersMap& map, int layer);

}  // namespace views
