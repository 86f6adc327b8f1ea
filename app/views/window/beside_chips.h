// beside_chips.h: behind the last chip of a sentence, what its pinned token reads in each layer.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// Call after the chips, below their line, which ends in buttons of this width. Where there is nothing to say
// or too little room, and the chips have arcs: what an arc's width says.
void draw_beside_chips(const Frame& frame, float buttons, bool has_arcs);

}  // namespace views
