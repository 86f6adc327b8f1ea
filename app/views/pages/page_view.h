// page_view.h: a page to read, on a sheet over the window.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// While the desk's panel is "page".
void draw_reading_page(const Frame& frame);

}  // namespace views
