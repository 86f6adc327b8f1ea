// model_panel.h: every setting of the model, in a panel below the settings line.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// Below the last item, while it is open.
void draw_model_panel(const Frame& frame);
void open_model_panel();

}  // namespace views
