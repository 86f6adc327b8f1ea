// mask_tools.h: the tools around a mask: the brush and what it paints, the presets, files; and while
// painting, the resulting weights.
#pragma once

#include <string>

#include "app/views/core/frame.h"
#include "app/views/stage/stage_layout.h"

namespace views {

// A line above the mask, two while the brush is active; draws at the cursor. Nothing above other stages.
void draw_mask_tools(const Frame& frame, int stage);

// The mask with the weights of its head to the right, smaller: the weights come first in the layout.
StageLayout mask_and_weights(const Frame& frame, int stage, ImVec2 corner, ImVec2 room,
                             const LayoutMetrics& sizes);

// The measured difference between the four mask conventions in this head; empty if the stage is not a mask.
std::string convention_sentence(const Frame& frame, int stage);

}  // namespace views
