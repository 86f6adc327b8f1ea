// vectors_map.h: a picture of a stage: the vectors of a stage as points of a plane.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_vectors_map(const Frame& frame);

}  // namespace views
