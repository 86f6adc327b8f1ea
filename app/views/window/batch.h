// batch.h: several sentences at once: which one is focused, their common length, and the check that padding
// changes nothing.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// "batch", a switch next to the tokenizer choices.
void draw_batch_switch(const Frame& frame);
float batch_switch_width(const Frame& frame);

// Buttons for the examples, and their common length.
void draw_examples_of_batch(const Frame& frame, float room);

// The measured result of the focused sentence alone. Empty if there is nothing to report.
std::string alone_sentence(const Frame& frame);

}  // namespace views
