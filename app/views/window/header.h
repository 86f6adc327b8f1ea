// header.h: the window's first line: the name, the path of the focus, the views, languages and themes,
// export.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_header(const Frame& frame);

}  // namespace views
