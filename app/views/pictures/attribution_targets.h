// attribution_targets.h: what one may ask about before a target is chosen.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// The questions that this model can answer, each a card.
void draw_attribution_targets(const Frame& frame);

}  // namespace views
