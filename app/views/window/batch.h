// batch.h: several sentences at once: which of them is looked at, how long they are made, and that padding
// changes nothing.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// "batch", a switch beside the ways to cut a text.
void draw_batch_switch(const Frame& frame);
float batch_switch_width(const Frame& frame);

// Buttons for the examples, and the length that all are made.
void draw_examples_of_batch(const Frame& frame, float room);

// What the sentence that is looked at gives alone, measured. Empty where there is nothing to say.
std::string alone_sentence(const Frame& frame);

}  // namespace views
