// quit_question.h: whether the window ends although what is open could not be kept.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// Over the window, while the desk's panel is "quit". Whether it is open.
bool draw_quit_question(const Frame& frame);

}  // namespace views
