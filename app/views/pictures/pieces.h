// pieces.h: a picture of a stage: how the text is cut into tokens.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_pieces(const Frame& frame);

}  // namespace views
