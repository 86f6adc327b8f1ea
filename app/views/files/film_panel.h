// film_panel.h: the progress of the film that is being made.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// At the bottom of the window, while a film is being made.
void draw_film_progress(const Frame& frame);

}  // namespace views
