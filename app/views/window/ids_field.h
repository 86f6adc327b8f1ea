// ids_field.h: input by token ids instead of a text.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// Whether ids replace the text. Not for the ids of a text with masked tokens: its text is what is typed.
bool reads_ids(const Frame& frame);

// The editable ids, and a button that returns to the text; both within `width`. Only if reads_ids().
void draw_ids_field(const Frame& frame, float width);

}  // namespace views
