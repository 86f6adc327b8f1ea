// settings.h: the settings line, and the button that it becomes in a very low window.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_settings(const Frame& frame);

void draw_settings_button(const Frame& frame);
float settings_button_width(const Frame& frame);

}  // namespace views
