// model_view.h: the model as the paper draws it: all of it, or one attention opened into its steps.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_model(const Frame& frame);

// Whether that is an opened attention: one that this model still has.
bool shows_figures(const Frame& frame);

}  // namespace views
