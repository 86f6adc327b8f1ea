// legend.h: what the colours and the hatching of a stage mean, beside it.
#pragma once

#include "app/views/core/frame.h"
#include "app/views/stage/matrix_view.h"

namespace views {

// Right of the result and `beside` it, down to `bottom` at most: the colour bar; and a swatch of what is
// hatched.
void draw_legend(const Frame& frame, const look::ColourScale& scale, const ui::MatrixFrame& result,
                 float beside, float bottom);

// Whether a low mask has its legend on the line under it, right of the axes.
bool is_legend_under(const Frame& frame, const ui::MatrixFrame& result);

// Lines as over hidden cells, for a swatch.
void draw_hatching(const Frame& frame, const engine::Stage& stage, ImVec2 low, ImVec2 high);

}  // namespace views
