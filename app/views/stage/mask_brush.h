// mask_brush.h: the brush over a mask: hides, shows or weighs the cells that it is drawn over.
#pragma once

#include <string>

#include "app/views/core/frame.h"
#include "app/views/stage/stage_layout.h"

namespace views {

// Whether the stage is a mask that can be painted, and whether the brush is in the hand there.
bool is_mask(const Frame& frame, int stage);
bool paints(const Frame& frame, int stage);

// What is painted on from this stage: "encoder.0.self", or with ".head.2" where only that head is.
std::string painted_place(const Frame& frame, int stage);

// The mouse over the layout of a mask, after its canvas: paints from the button's going down to its coming
// up, whole rows along the labels of rows and columns along theirs; a rectangle when the button comes up.
void handle_brush(const Frame& frame, const StageLayout& layout);

}  // namespace views
