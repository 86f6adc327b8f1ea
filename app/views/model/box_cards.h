// box_cards.h: the models in the box, to choose from.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// A card for each: its name, and what it gets right of sentences that it never saw. Nothing if there are
// none.
void draw_box_cards(const Frame& frame, float width);

// "trained here: 701 of 701 unseen sentences right"; empty for a model that is not in the box.
std::string held_out_sentence(const Frame& frame, const std::string& model);

}  // namespace views
