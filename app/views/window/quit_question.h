// quit_question.h: asks whether to quit although the open session could not be kept.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// Over the window, while the desk's panel is "quit". Returns whether it is open.
bool draw_quit_question(const Frame& frame);

}  // namespace views
