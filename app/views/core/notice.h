// notice.h: messages that the user did not ask for.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_notice(const Frame& frame);

// Why the number that is typed into a field is refused, beside it.
void draw_refused_number(const Frame& frame);

}  // namespace views
