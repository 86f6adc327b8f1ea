// model_panel.h: every setting of the model, in a panel below the settings line.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// Below the last item, once it was opened and until it is closed.
void draw_model_panel(const Frame& frame);
void open_model_panel();

}  // namespace views
