// attribution_heads.h: every head by what it brought to the target, and the colours of such shares.
#pragma once

#include <vector>

#include "app/look/colour_map.h"
#include "app/views/core/frame.h"
#include "engine/gradients/attribution.h"

namespace views {

// Of a share among others of at most `largest`, in size.
look::Rgb share_colour(const ui::Style& style, double share, double largest, bool is_signed);

// Every head as a cell, an attention on a line; a click shows its weights.
void draw_head_shares(const Frame& frame, const std::vector<engine::HeadShare>& heads);

}  // namespace views
