// history_list.h: every step of the history by name; a click goes to it.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// A description of step `step`; the first one is the initial state.
std::string step_name(const Frame& frame, size_t step);

void draw_history_list(const Frame& frame);

}  // namespace views
