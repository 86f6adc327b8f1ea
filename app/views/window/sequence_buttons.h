// sequence_buttons.h: the buttons at the right end of what is fed in, and how wide they are together.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// How the text is cut, whether it is a batch, and the examples; in a low window the first two are one list.
void draw_way_buttons(const Frame& frame);
float way_buttons_width(const Frame& frame);

// Reset, undo and redo.
void draw_action_buttons(const Frame& frame);
float action_buttons_width(const Frame& frame);

}  // namespace views
