// vectors_map.h: a picture of a stage: its vectors as points in a plane.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_vectors_map(const Frame& frame);

}  // namespace views
