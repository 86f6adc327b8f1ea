// dividers.h: the gaps between the parts of the window: dragged they resize, a double-click restores, and a
// small chevron in each folds what stands beside it, or brings it back.
#pragma once

#include "app/views/core/body_plan.h"
#include "app/views/core/frame.h"

namespace views {

// `corner`: of the room that the plan divides, on the screen; `margin`: free pixels beside it
// and below, where the chevrons of what is away stand.
void draw_dividers(const Frame& frame, const BodyPlan& plan, ImVec2 corner, ImVec2 margin);

}  // namespace views
