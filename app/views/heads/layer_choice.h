// layer_choice.h: the same maps in another layer, one click from here.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// Of the layers that have a stage such as `like`; 0 where it has only one.
float layer_choice_width(const Frame& frame, int like);

// "Layer 1 2", right-aligned at `right`; the cursor stays where it is.
void draw_layer_choice(const Frame& frame, int like, ImVec2 right);

}  // namespace views
