// dividers.h: the gaps between the panels: dragging resizes, a double-click restores, and a small chevron in
// each folds the panel next to it, or unfolds it.
#pragma once

#include "app/views/core/body_plan.h"
#include "app/views/core/frame.h"

namespace views {

// `corner`: of the divided space, on the screen; `margin`: free pixels next to it and below, for the chevrons
// of hidden panels.
void draw_dividers(const Frame& frame, const BodyPlan& plan, ImVec2 corner, ImVec2 margin);

}  // namespace views
