// pieces.h: a picture of a stage: the tokenization of the text.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_pieces(const Frame& frame);

}  // namespace views
