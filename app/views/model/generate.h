// generate.h: the view of what comes next, or what is predicted.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_generate(const Frame& frame);

}  // namespace views
