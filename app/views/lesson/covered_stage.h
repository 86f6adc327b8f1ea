// covered_stage.h: the stage while its numbers would tell the answer: its rows and columns, hatched.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// In place of the view, the card and the heads. Where a cell is asked for, a click on one answers.
void draw_covered_stage(const Frame& frame);
}  // namespace views
