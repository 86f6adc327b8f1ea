// answer_line.h: what the model predicts of the text, in one line below its tokens.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// At the cursor: the likeliest tokens that come next, or at the hidden or asked word; a click opens all of
// them. At its end a word that a model of the box does not know, and a model that reads it. Nothing where
// nothing is predicted, in the labs, and in Learning.
void draw_answer_line(const Frame& frame);

}  // namespace views
