// settings.h: the settings line.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_settings(const Frame& frame);

}  // namespace views
