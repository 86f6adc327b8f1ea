// compare.h: the view of two documents side by side.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_compare(const Frame& frame);

// Whether no run is pinned yet.
bool compares_nothing(const Frame& frame);

}  // namespace views
