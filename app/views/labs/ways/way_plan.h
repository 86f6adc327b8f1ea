// way_plan.h: where the tiles of the wall stand: three bands, each in lines as even as they get. Beside them
// one way stands large where there is room for it, and says there what it does.
#pragma once

#include <imgui.h>

#include <array>
#include <vector>

#include "app/views/labs/ways/way_tiles.h"

namespace views {

// The distance of baselines of a tile's words, in type sizes.
inline constexpr float kWayLeading = 1.2f;

// Whether a page of this size has room for one way, large.
bool has_way_detail(const ui::Style& style, ImVec2 page);

// Sizes in pixels. A tile is a map with its name below; without the detail, with its words to the right.
struct WayPlan {
  int columns = 1;
  float width = 0;          // of a whole line
  float tile = 0;           // width
  float map = 0;            // side of the square that a map fits into
  std::vector<float> rows;  // height of each line of tiles, band by band
  float heading = 0;        // of one band
  float headings = 0;       // of all that have tiles
  float gap = 0;            // between tiles, and beside a map
  float edge = 0;           // around all of them, for the outlines of those outside
  float detail = 0;         // width of the way that stands large, on the right; 0: none
  float under = 0;          // from a tile's top to the name below its map

  float words() const { return detail > 0 ? tile : tile - map - gap; }
  float height() const;
};

// As many tiles in a line as make the maps largest, where all of them fit; otherwise they scroll.
// `has_detail`: beside one way, large.
WayPlan plan_ways(const Frame& frame, const std::vector<WayTile>& tiles, const look::ColourScale& scale,
                  ImVec2 room, bool has_detail);

// How many tiles each band has.
std::array<size_t, app::kWayBands> ways_by_band(const std::vector<WayTile>& tiles);
// A band's lines, and the tiles in each but the last.
int lines_of_ways(size_t count, int columns);
int ways_in_line(size_t count, int columns);

}  // namespace views
