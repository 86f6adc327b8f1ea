// checkpoint_panel.h: describes an open trained model: its name, and what its files contain.
#pragma once

#include <string>

#include "app/views/core/frame.h"

namespace views {

// "GPT-2 · 124 M numbers"; the name of its path while it is not open.
std::string checkpoint_name(const Frame& frame);

// The model in a few words: "who", "Transformer (random)", "Attention alone (hand-written)".
std::string model_name(const Frame& frame);

// Its kind, its size, which parts are shown, and whether all of its weights are finite; at the cursor.
void draw_checkpoint(const Frame& frame, float width);

// Asks which trained model to open.
void open_model_button(const Frame& frame);

}  // namespace views
