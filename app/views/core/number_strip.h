// number_strip.h: a row of values as a thin strip of colours, with the values where they fit.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// `numbers` (1, n), n > 0, from `at` on within `size`. If cells would be thinner than two pixels, the value
// of largest magnitude represents its neighbours.
void draw_number_strip(const Frame& frame, ImVec2 at, ImVec2 size, const engine::Matrix& numbers,
                       const look::ColourScale& scale);

}  // namespace views
