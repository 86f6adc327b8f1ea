// notice.h: messages that the user did not ask for.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_notice(const Frame& frame);

}  // namespace views
