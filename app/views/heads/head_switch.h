// head_switch.h: a head as it is, with even weights, or off: one small button that goes through the three.
#pragma once

#include <string_view>

#include "app/views/core/frame.h"

namespace views {

// What switches the head that an address is of ("encoder.0.self.head.2"), the same for every sentence of a
// batch; empty where it is of none.
std::string head_of_switch(std::string_view address);

// The button with its right end at `right`; where the head is broken it says so in the accent colour.
void draw_head_switch(const Frame& frame, std::string_view address, ImVec2 right);
float head_switch_width(const Frame& frame);

}  // namespace views
