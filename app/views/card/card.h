// card.h: the explained cell: its formula, its terms, its arithmetic.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_card(const Frame& frame);

}  // namespace views
