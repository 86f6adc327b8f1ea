// world_colours.h: the colours of the world of shapes: of its pixels, and of what they belong to.
#pragma once

#include <vector>

#include "app/look/colour_map.h"
#include "engine/world/targets.h"

namespace look {

// The colour of a pixel of a picture (256, 3), whose parts go from −1 to 1; beyond, they are clamped.
Rgb pixel_colour(const engine::Matrix& pixels, engine::Index pixel);
// Apart for colour-blind eyes by their lightness.
Rgb class_colour(world::PixelClass of);
// Of a query of DETR: its frames and marks on the dark picture.
Rgb query_colour(engine::Index query);

// Where the colour of a picture (256, 3) changes: on the right of a pixel, or below it.
struct PixelEdge {
  int row = 0;
  int column = 0;
  bool is_below = false;
};
// Noise makes no edge until it makes another colour of the palette.
std::vector<PixelEdge> pixel_edges(const engine::Matrix& pixels);

}  // namespace look
