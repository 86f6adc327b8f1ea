// histogram.h: a picture of a stage: the distribution of its values.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_histogram(const Frame& frame);

}  // namespace views
