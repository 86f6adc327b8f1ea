// map_picture.h: a stage's cells as colours, with hatching for hidden ones, and its colour bar.
#pragma once

#include <span>
#include <string>

#include "app/export/canvas.h"
#include "app/look/palette.h"

namespace exporter {

// The stage's cells fill the box; -inf is hatched in the muted colour, never a value's colour.
void draw_map(Canvas& canvas, const engine::Trace& trace, int stage, const look::ColourScale& scale,
              const look::Palette& palette, const Box& box);

// The lines over a stage's hidden cells.
void draw_hatching(Canvas& canvas, const engine::Stage& stage, std::span<const Box> boxes,
                   const look::Palette& palette);

// Each cell's value, if the cells are large enough for it. `size`: of the type; 0: by the cells.
void draw_values(Canvas& canvas, const engine::Trace& trace, int stage, const look::ColourScale& scale,
                 const Box& box, app::Language language, double size = 0);

// A bar from high to low with its ends and its middle labelled.
void draw_colour_bar(Canvas& canvas, const look::ColourScale& scale, const look::Palette& palette,
                     const Box& box, double text_size);

}  // namespace exporter
