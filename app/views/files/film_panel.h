// film_panel.h: films: their row in the choices of what to export, and how far the one is that is being made.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// "Film of it: GIF, APNG, MP4, PNG", names as wide as `name_width`.
void draw_film_choices(const Frame& frame, float name_width);

// At the foot of the window, while a film is being made.
void draw_film_progress(const Frame& frame);

}  // namespace views
