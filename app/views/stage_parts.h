// stage_parts.h: the parts of the view of one stage: its heading, its sizes, and the mouse over it.
#pragma once

#include "app/views/frame.h"
#include "app/views/stage_layout.h"

namespace views {

// Title, one plain sentence on why, the formula to the right of them or below.
void draw_stage_heading(const Frame& frame, int stage);

// Flat labels where they fit, since they leave more room for the matrices.
LayoutMetrics stage_sizes(const Frame& frame, int stage, ImVec2 corner, ImVec2 room);
// Room to the right of the layout: for the colour bar, and for names that stand beside a product's matrices.
float room_beside_stage(const Frame& frame, int stage);
// Centres the layout in the room.
StageLayout centred_stage(const Frame& frame, int stage, ImVec2 corner, ImVec2 room,
                          const LayoutMetrics& sizes);

// Pointing explains a cell, a click pins it, a double-click types over it; the wheel zooms, dragging moves,
// and a double-click beside all cells fits.
void handle_stage_mouse(const Frame& frame, const StageLayout& layout, ImVec2 corner, ImVec2 room);

}  // namespace views
