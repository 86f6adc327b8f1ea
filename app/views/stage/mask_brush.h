// mask_brush.h: the brush on a mask: hides, shows or biases the cells that it passes over.
#pragma once

#include <string>

#include "app/views/core/frame.h"
#include "app/views/stage/stage_layout.h"

namespace views {

// Whether the stage is a mask that can be painted, and whether the brush is active there.
bool is_mask(const Frame& frame, int stage);
bool paints(const Frame& frame, int stage);

// The address to paint on from this stage: "encoder.0.self", or with ".head.2" if only that head.
std::string painted_place(const Frame& frame, int stage);

// Handles the mouse over the layout of a mask, after its canvas: paints from button down to button up, whole
// rows along the row labels and columns along the column labels; a rectangle on button up.
void handle_brush(const Frame& frame, const StageLayout& layout);

}  // namespace views
