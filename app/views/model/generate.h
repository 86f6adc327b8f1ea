// generate.h: the view of the next token, or of any other prediction.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_generate(const Frame& frame);

// The most probable answer of that view, which the card explains until another is pointed at; without a stage
// where nothing is predicted.
engine::Cell best_guess(const Frame& frame);

}  // namespace views
