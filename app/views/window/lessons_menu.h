// lessons_menu.h: every lesson, how far one got, and the user's own.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// Rows of an open menu, in two columns.
void draw_lessons_menu(const Frame& frame);

}  // namespace views
