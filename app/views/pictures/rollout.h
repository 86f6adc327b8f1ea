// rollout.h: the view of one map combined from several layers.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_rollout(const Frame& frame);

// Of the pinned token, or the last: its largest numbers in the map, for the card. Whether there is one.
bool draw_rollout_card(const Frame& frame);

}  // namespace views
