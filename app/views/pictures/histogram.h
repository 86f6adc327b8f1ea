// histogram.h: a picture of a stage: how the numbers of a stage are spread.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_histogram(const Frame& frame);

}  // namespace views
