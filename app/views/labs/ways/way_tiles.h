// way_tiles.h: the tiles of the wall: which ways it has, what speaks against one, and the run of each.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/ways.h"
#include "app/views/core/frame.h"

namespace views {

struct WayTile {
  const app::Way* way = nullptr;
  bool is_in_force = false;
  std::optional<engine::Error> refused;
  // Its run and that run's facts; null while it is being computed, and where it is refused.
  TracePtr trace;
  const Facts* facts = nullptr;
  int weights = -1;  // in that run

  bool is_signed() const { return weights >= 0 && trace->stage(weights).operation->is_signed(); }
};

// Every way offered for the attention of `weights`, band by band. Runs are made at once if all of them are
// quick, otherwise one after the other in the background.
std::vector<WayTile> way_tiles(const Frame& frame, int weights);

// Whether the runs would take too long, or too much memory.
bool are_too_many_ways(const Frame& frame);

// One scale for all: that of the run in force. A tile with signed numbers has none on a scale of shares.
look::ColourScale scale_of_ways(const Frame& frame, int weights, const std::vector<WayTile>& tiles);

// A clause on what it does; or why it cannot be used, or shows nothing on this scale.
std::string way_clause(const Frame& frame, const WayTile& tile, const look::ColourScale& scale);
// The same at more length: what it does, and what one sees in its map.
std::vector<std::string> way_sentences(const Frame& frame, const WayTile& tile);

}  // namespace views
