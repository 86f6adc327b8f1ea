// model_view.h: the model as the paper draws it: all of it, or one attention opened into its steps.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_model(const Frame& frame);

}  // namespace views
