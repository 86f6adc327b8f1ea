// rollout.h: the view of one map combined from several layers.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_rollout(const Frame& frame);

}  // namespace views
