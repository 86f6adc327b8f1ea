// mask_tools.h: what stands around a mask: the brush and what it paints, the presets, files; and while one
// paints, the weights that come of it.
#pragma once

#include <string>

#include "app/views/core/frame.h"
#include "app/views/stage/stage_layout.h"

namespace views {

// A line above the mask, two while the brush is in the hand; draws at the cursor. Nothing above other stages.
void draw_mask_tools(const Frame& frame, int stage);

// The mask with the weights of its head to the right, smaller: the weights stand first in the layout.
StageLayout mask_and_weights(const Frame& frame, int stage, ImVec2 corner, ImVec2 room,
                             const LayoutMetrics& sizes);

// How far the four ways to hide differ in this head, measured; empty where the stage is no mask.
std::string convention_sentence(const Frame& frame, int stage);

}  // namespace views
