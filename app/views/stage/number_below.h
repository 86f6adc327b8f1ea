// number_below.h: the explained number in a line below the stage's operand, where no card says it.
#pragma once

#include "app/views/core/frame.h"
#include "app/views/stage/stage_layout.h"

namespace views {

// "it → tired = 0.7625", from the operand's left edge, as far as the result; nothing where it has no room.
// `y`: the line's upper edge.
void draw_number_below(const Frame& frame, const StageLayout& layout, float y);

}  // namespace views
