// minimap.h: a small overview of a large map, with a frame around the visible part; and the jump to its
// largest value.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// Whether a map is so large, or zoomed in so far, that one may get lost.
bool has_minimap(const Frame& frame, const ui::MatrixFrame& result);

// Its height including the button below it, for this width.
float minimap_height(const Frame& frame, const ui::MatrixFrame& result, float width);

// Draws it at `at`, in that width; a click or a drag moves the view there.
void draw_minimap(const Frame& frame, const ui::MatrixFrame& result, const look::ColourScale& scale,
                  ImVec2 at, float width);

// Whether the largest value of the focused stage is known; a large stage is searched in the background, from
// the first call on.
bool can_jump(const Frame& frame);
// Pins the largest value and zooms to it; if a row's largest is already pinned, goes to the next row's.
void jump_to_largest(const Frame& frame);

}  // namespace views
