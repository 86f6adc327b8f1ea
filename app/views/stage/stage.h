// stage.h: the view of one stage: its matrices, with everything that names and explains them.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_stage(const Frame& frame);

}  // namespace views
