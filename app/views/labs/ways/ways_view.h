// ways_view.h: the family of attention on one wall: a small live map for every way of weighing, kind of
// positions and mask.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_ways(const Frame& frame);

// By keyboard, while the wall is shown: marks the tile so many further, or so many lines below; and uses the
// marked one, unless it is in force or something speaks against it.
bool can_walk_ways(const Frame& frame);
void walk_ways(const Frame& frame, int by, int lines);
bool can_use_marked_way(const Frame& frame);
void use_marked_way(const Frame& frame);

}  // namespace views
