// rotary_dials.h: what takes the place of added positions where queries and keys are turned instead.
#pragma once

#include <optional>

#include "app/views/core/frame.h"

namespace views {

// The stage of turned queries, if `stage` is that of added positions and the model turns queries and keys
// instead.
std::optional<int> turned_queries(const Frame& frame, int stage);

// A dial for each token and pair of components, from the fastest pair to the slowest, as many as have room:
// its hand shows the angle by which that pair turns. Pointing explains the turned number, a click pins it.
void draw_rotary_dials(const Frame& frame, int turned, ImVec2 corner, ImVec2 room);

}  // namespace views
