// world_colours.h: the colours of the world of shapes: of its pixels, and of what they belong to.
#pragma once

#include "app/look/colour_map.h"
#include "engine/world/targets.h"

namespace look {

// The colour of a pixel of a picture (256, 3), whose parts go from −1 to 1; beyond, they are clamped.
Rgb pixel_colour(const engine::Matrix& pixels, engine::Index pixel);
// Apart for colour-blind eyes by their lightness.
Rgb class_colour(world::PixelClass of);
// Of a query of DETR: its frames and marks on the dark picture.
Rgb query_colour(engine::Index query);
// White over a dimmed pixel: the more of it, the larger `share` of the largest weight.
Rgb under_weight(const Rgb& pixel, double share);

}  // namespace look
