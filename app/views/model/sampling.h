// sampling.h: how the next token is chosen, to be set where it is seen.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// Greedy or sample; and when it samples, temperature, top-k, top-p and seed. One line at the cursor, or more
// where it is narrow.
void draw_sampling(const Frame& frame);

}  // namespace views
