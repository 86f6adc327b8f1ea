// lines.h: a picture of a stage: attention as lines between the tokens of two columns.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_lines(const Frame& frame);

}  // namespace views
