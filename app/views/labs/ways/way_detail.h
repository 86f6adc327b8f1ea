// way_detail.h: one way of the wall, large: its map with names, what it does, and what its numbers are.
#pragma once

#include <imgui.h>

#include <vector>

#include "app/views/labs/ways/way_tiles.h"

namespace views {

struct WayDetail {
  const std::vector<WayTile>& tiles;
  const WayTile& tile;             // one of them
  int weights = -1;                // of the run in force
  const look::ColourScale& scale;  // of every tile that has no own
  engine::Cell lit;                // pointed at or pinned, in the run in force; without a stage: none
};

void draw_way_detail(const Frame& frame, const WayDetail& detail, ImVec2 at, ImVec2 room);

}  // namespace views
