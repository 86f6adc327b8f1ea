// neuron.h: a picture of a stage: one query and its keys, dimension by dimension.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_neuron(const Frame& frame);

}  // namespace views
