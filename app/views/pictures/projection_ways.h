// projection_ways.h: the picture of both ways to project: one matrix with its cuts, and a matrix per head.
#pragma once

#include <vector>

#include "app/views/core/frame.h"

namespace views {

// One of q, k and v of every head of one attention.
struct Projection {
  char letter = 'q';
  std::vector<int> results;  // (L, width) a head
  std::vector<int> weights;  // (width, d_model) a head
  int input = -1;            // (L, d_model), read by all of them
};

// One way above the other, in `room` from the cursor on: the head's columns stand below each other.
void draw_projection_ways(const Frame& frame, const Projection& projection, ImVec2 room);

}  // namespace views
