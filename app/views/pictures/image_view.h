// image_view.h: the overlay on the picture, and the positions of the patches.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/views/core/frame.h"
#include "engine/loaders/image.h"

namespace views {

void draw_image(const Frame& frame);
// Whether the model reads a picture.
bool has_image(const Frame& frame);
// The stage of patch weights nearest to a stage.
int nearest_patches(const Frame& frame, int stage);

// The path of the picture that the model looked at; empty while there is none.
std::string picture_path(const Frame& frame);
// That picture, or the part of it that the model sees; null while there is none, or if it cannot be read.
std::shared_ptr<const loaders::Image> shown_image(const Frame& frame);

// How tokens map to patches: those from `first` on form a square grid, row by row; those before it are the
// class token.
struct PatchGrid {
  engine::Index first = 0;
  engine::Index side = 0;

  engine::Index count() const { return side * side; }
};
// For a map of this many tokens; nullopt if they do not form a square.
std::optional<PatchGrid> patch_grid(engine::Index tokens);

// The overlay: a map of weights in its own trace, or in the session's.
struct OverlayMap {
  const Derivations::Derived* derived = nullptr;  // null: in the session's trace
  int stage = -1;
};
// The weights of the focused head; the mean of its layer's heads; the rollout up to its layer.
OverlayMap overlay_map(const Frame& frame, int weights);

// The token whose row is shown: the pinned or followed one, otherwise the class token, the first.
engine::Index overlay_query(const Frame& frame, engine::Index tokens);

}  // namespace views
