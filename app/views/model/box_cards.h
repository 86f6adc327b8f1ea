// box_cards.h: the models in the box, to choose from.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// A card for each: its name, what it learned and what it knows; its tip says what it gets right of sentences
// that it never saw. Nothing if there are none.
void draw_box_cards(const Frame& frame, float width);

// "104 words · trained here: 701 of 701 unseen sentences right"; empty for a model that is not in the box.
std::string box_sentence(const Frame& frame, const std::string& model);

}  // namespace views
