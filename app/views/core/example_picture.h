// example_picture.h: what an empty view will look like: a picture in greys, of no data at all.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// Each fills the rest of the region from the cursor on, if that is large enough.

// An attention map before training, and after it.
void draw_example_training(const Frame& frame);
// Tokens with bars, the most likely first.
void draw_example_tokens(const Frame& frame);

}  // namespace views
