// sampling.h: the settings for choosing the next token, next to the result.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// Greedy or sampling; if sampling, temperature, top-k, top-p and seed. One line at the cursor, or more if it
// is narrow.
void draw_sampling(const Frame& frame);

}  // namespace views
