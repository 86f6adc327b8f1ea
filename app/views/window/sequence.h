// sequence.h: the input, as text and as chips.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_sequence(const Frame& frame);

}  // namespace views
