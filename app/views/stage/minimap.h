// minimap.h: all of a large map, small, with a frame around what is seen of it; and the way to its largest
// number.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// Whether a map is so large, or so far zoomed into, that one may lose one's way.
bool has_minimap(const Frame& frame, const ui::MatrixFrame& result);

// Its height with the button below it, for this width.
float minimap_height(const Frame& frame, const ui::MatrixFrame& result, float width);

// Draws it from `at` on, as wide as that; a click or a drag goes there.
void draw_minimap(const Frame& frame, const ui::MatrixFrame& result, const look::ColourScale& scale,
                  ImVec2 at, float width);

// Whether the largest number of the stage that is looked at is known; a large stage is looked through in the
// background, from the first question on.
bool can_jump(const Frame& frame);
// Pins the largest number and zooms to it; where a row's largest is pinned already, the next row's.
void jump_to_largest(const Frame& frame);

}  // namespace views
