// token_key.h: the line below one token's picture that says how to read it.
#pragma once

#include "app/views/core/frame.h"
#include "app/views/stage/token_picture.h"

namespace views {

// Of a line that carries this weight, pixels.
float token_line_width(const ui::Style& style, float weight);

// From the left as far as there is room: how wide a line is at a weight, and the letters that are nowhere
// else; at the right end what the keys that have no column weigh.
void draw_token_key(const Frame& frame, const TokenPicture& picture, ImVec2 at, float width);

}  // namespace views
