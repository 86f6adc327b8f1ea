// film_panel.h: films: their row in the export choices, and the progress of the current one.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// "Film of it: GIF, APNG, MP4, PNG", with labels `name_width` wide.
void draw_film_choices(const Frame& frame, float name_width);

// The same through the training of the shown model, if it is trained here and has taken a step.
void draw_training_film_choices(const Frame& frame, float name_width);

// At the bottom of the window, while a film is being made.
void draw_film_progress(const Frame& frame);

}  // namespace views
