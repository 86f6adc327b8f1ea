// projection_ways.h: the picture of both ways to project: one matrix split into slices, and one matrix per
// head.
#pragma once

#include <vector>

#include "app/views/core/frame.h"

namespace views {

// One of q, k and v of every head of one attention.
struct Projection {
  char letter = 'q';
  std::vector<int> results;  // (L, width) per head
  std::vector<int> weights;  // (width, d_model) per head
  int input = -1;            // (L, d_model), read by all of them
};

// Side by side, in `room` from the cursor on, with the input on the left of both.
void draw_projection_ways(const Frame& frame, const Projection& projection, ImVec2 room);
// The height that it needs.
float least_height_of_ways(const Frame& frame, const Projection& projection);

}  // namespace views
