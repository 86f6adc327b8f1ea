// glossary_view.h: a sheet with the words of Headlight: search on the left, one term in three languages on
// the right.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// While the desk's panel is "glossary".
void draw_glossary(const Frame& frame);

}  // namespace views
