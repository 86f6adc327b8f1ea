// export_settings.h: how figures, films and the handout are made: rows of choices in the export panel.
#pragma once

#include <string>

#include "app/views/core/frame.h"

namespace views {

bool is_film_scope(app::ExportScope scope);
// "png", "svg" …; of a film "gif", "apng", "mp4" or "frames"; of the handout "pdf".
std::string export_format(const app::ExportChoice& choice);

// The format, and what else can be chosen for it.
void draw_export_settings(const Frame& frame, const app::ExportChoice& choice);

}  // namespace views
