// history_list.h: every step of the history by its name; a click goes to it.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// What step `step` did, in words; the first is how it began.
std::string step_name(const Frame& frame, size_t step);

void draw_history_list(const Frame& frame);

}  // namespace views
