// merged_stage.h: the weights of a head between words, with what was summed and what was averaged.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// `merged`: what merged_frame() gives for the stage `index` of `frame`.
void draw_merged_stage(const Frame& frame, const Frame& merged, int index);

}  // namespace views
