// dividers.h: the gaps between the parts of the window: dragged they resize, a double-click restores, and a
// small chevron in each folds what stands beside it, or brings it back.
#pragma once

#include "app/views/body_plan.h"
#include "app/views/frame.h"

namespace views {

// `corner`: of the room that the plan divides, on the screen; `margin`: free pixels beside it
// and below, where the chevrons of what is away stand.
void draw_dividers(const Frame& frame, const BodyPlan& plan, ImVec2 corner, ImVec2 margin);

// The next of wide, pictures and away, and again: as far as there is room.
void fold_rail(const Frame& frame);
// Away, or shown.
void fold_card(const Frame& frame);
void fold_strip(const Frame& frame);

}  // namespace views
