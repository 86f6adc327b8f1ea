// head_switch.h: a head as it is, with uniform weights, or off: one small button that cycles through the
// three.
#pragma once

#include <string_view>

#include "app/views/core/frame.h"

namespace views {

// The address for switching the head of an address ("encoder.0.self.head.2"), the same for every sentence of
// a batch; empty if it is in none.
std::string head_of_switch(std::string_view address);

// The button, right-aligned at `right`; a modified head is named in the accent colour.
void draw_head_switch(const Frame& frame, std::string_view address, ImVec2 right);
float head_switch_width(const Frame& frame);

}  // namespace views
