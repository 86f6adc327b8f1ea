// export_settings.h: how figures and films are made: rows of choices in the export panel.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// Width and parts of figures, with labels `name_width` wide.
void draw_figure_settings(const Frame& frame, float name_width);

// Shape and background of films.
void draw_film_settings(const Frame& frame, float name_width);

}  // namespace views
