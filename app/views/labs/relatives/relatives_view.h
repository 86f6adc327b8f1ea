// relatives_view.h: the view of the lab on attention's relatives.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_relatives_lab(const Frame& frame);

}  // namespace views
