// generate.h: the view of the next token, or of any other prediction.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_generate(const Frame& frame);

}  // namespace views
