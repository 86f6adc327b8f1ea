// image_view.h: what the picture's view lays over it, and where the patches are.
#pragma once

#include <memory>
#include <optional>

#include "app/views/core/frame.h"
#include "engine/loaders/image.h"

namespace views {

void draw_image(const Frame& frame);
// Whether the model looks at a picture.
bool has_image(const Frame& frame);
// The weights of patches nearest to a stage.
int nearest_patches(const Frame& frame, int stage);

// The picture that the model looks at; null while there is none, or where it cannot be read.
std::shared_ptr<const loaders::Image> shown_image(const Frame& frame);

// How tokens are patches: those from `first` on stand in a square grid, row by row; what is before them is
// the class token.
struct PatchGrid {
  engine::Index first = 0;
  engine::Index side = 0;

  engine::Index count() const { return side * side; }
};
// Of a map of this many tokens; nothing where they fill no square.
std::optional<PatchGrid> patch_grid(engine::Index tokens);

// What is laid over: a map of weights in a trace of its own, or of the session.
struct OverlayMap {
  const Derivations::Derived* derived = nullptr;  // null: of the session's trace
  int stage = -1;
};
// Of the weights of the head that is looked at; the mean of its layer's heads; the rollout up to its layer.
OverlayMap overlay_map(const Frame& frame, int weights);

// The token whose row is shown: the one that is pinned or followed, else the class token, the first.
engine::Index overlay_query(const Frame& frame, engine::Index tokens);

}  // namespace views
