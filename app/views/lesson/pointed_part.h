// pointed_part.h: the part of the window that a lesson's step speaks of.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// Whether the step points at that part.
bool points_at_part(const Frame& frame, std::string_view part);

// Outlines it, or the stage where it is folded. Call when all parts are drawn.
void draw_pointed_part(const Frame& frame);

}  // namespace views
