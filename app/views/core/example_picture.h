// example_picture.h: what an empty view will look like: a picture in greys, of no data at all.
#pragma once

#include "app/views/core/frame.h"

namespace views {

enum class ExampleKind {
  kDifference,  // two maps side by side, and what differs
  kTokens,      // tokens with bars, the most likely first
};

// Fills the rest of the region from the cursor on, if that is large enough.
void draw_example_picture(const Frame& frame, ExampleKind kind);

}  // namespace views
