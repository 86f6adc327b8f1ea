// export_choices.h: what can be exported, in a menu.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_export_choices(const Frame& frame);

}  // namespace views
