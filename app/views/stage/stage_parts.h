// stage_parts.h: the parts of the stage view: its heading, its sizes, and the mouse over it.
#pragma once

#include <string>
#include <vector>

#include "app/views/core/frame.h"
#include "app/views/stage/stage_layout.h"

namespace views {

// Whether the panel is so low that the matrices need the space of the text around them.
bool is_low_stage(const Frame& frame);
// Title, one plain sentence on why, the formula to the right of them or below. In a low panel one line, which
// needs low_heading_width.
void draw_stage_heading(const Frame& frame, int stage, float width);
float low_heading_width(const Frame& frame, int stage);

// The text key of the sentence on why: cross-attention, a decoder's mask, the ways to hide keys, and arrows
// that are switched off have their own.
std::string why_key(const engine::Stage& stage, const engine::Config& config);

// Horizontal labels if they fit, since they leave more space for the matrices.
LayoutMetrics stage_sizes(const Frame& frame, int stage, ImVec2 corner, ImVec2 room);
// Space to the right of the layout: for the colour bar, and for names next to a product's matrices.
float room_beside_stage(const Frame& frame, int stage);
// Centres the layout in the available space.
StageLayout centred_stage(const Frame& frame, int stage, ImVec2 corner, ImVec2 room,
                          const LayoutMetrics& sizes);

// Focuses a cell's own stage and pins the cell there, or unpins it if it is the pinned one.
void pin_cell(const Frame& frame, const engine::Cell& cell);
// What else is around the result.
struct AroundResult {
  ImVec2 kept_free = {0, 0};            // pixels right of it and below it that something else uses
  std::vector<engine::Index> numbered;  // of its dimensions, in their order; empty: as many as have room
  double least_number = 0;              // of those written outside of a pinned row; 0: all are
  float axes_from = 0;                  // on the screen, where the line of its axes may begin
};

// The matrices with everything that names them.
void draw_stage_layout(const Frame& frame, const StageLayout& layout, const LayoutMetrics& sizes,
                       const AroundResult& around = {});

// Hovering explains a cell, a click pins it, a double-click edits it; the wheel zooms, dragging moves, and a
// double-click outside all cells fits.
void handle_stage_mouse(const Frame& frame, const StageLayout& layout, ImVec2 corner, ImVec2 room);

// Keeps the visible block inside the stage.
app::Viewport inside(app::Viewport viewport);
// Zooms by `factor` about a point of the visible block, given in fractions of it; both directions alike, and
// not closer than about two cells of the shorter side.
app::Viewport zoomed(const app::Viewport& from, double factor, double x, double y,
                     const engine::Stage& stage);

}  // namespace views
