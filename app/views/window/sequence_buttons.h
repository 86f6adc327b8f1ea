// sequence_buttons.h: the buttons to the right of the input, and their total width.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// The tokenizer, the batch switch, and the examples; in a low window the first two are one list.
void draw_way_buttons(const Frame& frame);
float way_buttons_width(const Frame& frame);

// Reset, undo and redo.
void draw_action_buttons(const Frame& frame);
float action_buttons_width(const Frame& frame);

}  // namespace views
