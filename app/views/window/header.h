// header.h: the window's first line: the name, where one is, the views, languages and themes, export.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_header(const Frame& frame);

}  // namespace views
